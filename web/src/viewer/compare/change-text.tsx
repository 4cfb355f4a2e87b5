/** What a change says: the words that differ, the cells of a table, or the whole block. */
import type { DiffItem } from '@octavo/sdk';
import { useTranslation } from '../../i18n/use-translation.ts';
import { blockNames } from '../document/use-type-name.ts';
import { shortenedEdits } from './shortened-edits.ts';

type Block = NonNullable<DiffItem['base']>;
type Table = NonNullable<DiffItem['table']>;

const linesShown = 6;

export function EditedWords({ words }: { readonly words: DiffItem['words'] }) {
  let position = 0;
  return shortenedEdits(words).map(({ op, text }) => {
    position += 1;
    if (op === 'insert') return <ins key={position}>{text}</ins>;
    if (op === 'delete') return <del key={position}>{text}</del>;
    return <span key={position}>{text}</span>;
  });
}

type Line = { readonly key: string; readonly label: string; readonly words: DiffItem['words'] };

const edit = { added: 'insert', removed: 'delete' } as const;

function useTableLines(): (table: Table) => readonly Line[] {
  const { t } = useTranslation('compare');
  return ({ rows, columns, cells }) => {
    const whole = (lines: Table['rows'], name: 'row' | 'column') =>
      lines.map(({ op, index, cells: texts }) => ({
        key: `${name} ${op} ${index}`,
        label: t(`table.${name}.${op}`, { index }),
        words: [{ op: edit[op], text: texts.filter((text) => text !== '').join(' · '), boxes: [] }],
      }));
    const single = cells.map(({ base, words }) => ({
      key: `cell ${base.row} ${base.column}`,
      label: t('table.cell', { row: base.row, column: base.column }),
      words,
    }));
    return [...single, ...whole(rows, 'row'), ...whole(columns, 'column')];
  };
}

function TableText({ table }: { readonly table: Table }) {
  const { t } = useTranslation('compare');
  const lines = useTableLines()(table);
  const more = lines.length - linesShown;
  return (
    <>
      {lines.slice(0, linesShown).map(({ key, label, words }) => (
        <span key={key} className="block">
          <span className="text-muted">{label}: </span>
          <EditedWords words={words} />
        </span>
      ))}
      {more > 0 && <span className="block text-muted">{t('table.more', { count: more })}</span>}
    </>
  );
}

function useKindOfBlock(): (block: Block) => string {
  const { t } = useTranslation('viewer');
  return ({ type, level, label }) => {
    const known = Object.hasOwn(blockNames, type) ? t(blockNames[type as keyof typeof blockNames]) : type;
    const name = type === 'heading' && level !== null ? t('type.headingLevel', { level }) : known;
    return label === null ? name : `${name} ${label}`;
  };
}

/** Same words, other type, level or label. */
function StructureText({ base, head }: { readonly base: Block; readonly head: Block }) {
  const kindOf = useKindOfBlock();
  return (
    <>
      <del>{kindOf(base)}</del> <ins>{kindOf(head)}</ins>
      <span className="line-clamp-2">{head.text}</span>
    </>
  );
}

export function ChangeText({ item }: { readonly item: DiffItem }) {
  const { op, base, head, words, table } = item;
  if (table !== null) return <TableText table={table} />;
  if (words.length > 0) return <EditedWords words={words} />;
  if (op === 'changed' && base !== null && head !== null) return <StructureText base={base} head={head} />;
  const text = head?.text ?? base?.text;
  if (op === 'added') return <ins className="compare-whole line-clamp-5">{text}</ins>;
  if (op === 'removed') return <del className="compare-whole line-clamp-5">{text}</del>;
  return <span className="line-clamp-3">{text}</span>;
}

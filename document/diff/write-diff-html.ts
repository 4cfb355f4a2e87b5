/** A comparison as a page to read: a complete html document without scripts or external resources. */
import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { cleanString } from '../write/clean-text.ts';
import { element, textNode } from '../write/html-inline.ts';
import type { DiffBlock, DiffItem, DocumentDiff, LineChange, TableChanges, WordEdit } from './diff.ts';
import type { DiffNames } from './write-diff-json.ts';

const css = `
body { max-width: 55em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5; }
h2 { margin: 2em 0 0.5em; font-size: 1em; color: #444; }
h2 strong { color: #000; }
.text { margin: 0; padding: 0.5em 0.8em; border-inline-start: 0.25em solid #999; white-space: pre-wrap; }
.added { border-color: #1a7f37; }
.removed { border-color: #b42318; }
ins { background: #d7f5df; color: #0b4a20; text-decoration: underline; }
del { background: #fde0dd; color: #7a1a12; text-decoration: line-through; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 0.2em 0.5em; vertical-align: top; text-align: start; }
`;

const opNames = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;

const text = (value: string) => textNode(cleanString(value));

const lines = (nodes: readonly ElementContent[]): ElementContent[] =>
  nodes.flatMap((node) => [textNode('\n'), node]).concat(textNode('\n'));

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const pageOf = ({ boxes, page }: DiffBlock) => {
  const [first, last] = [boxes[0]?.page ?? page, boxes.at(-1)?.page ?? page];
  return first === last ? `page ${first}` : `pages ${first} to ${last}`;
};

const typeOf = ({ type, level, label }: DiffBlock) =>
  [type.replace('_', ' '), level ?? '', label ?? ''].filter((part) => part !== '').join(' ');

/** `page 3, before page 2`: the head first, because it is what the reader has. */
function placeOf({ base, head }: DiffItem): string {
  const [before, after] = [base && pageOf(base), head && pageOf(head)];
  const pages = after && before && after !== before ? `${after}, before ${before}` : (after ?? before ?? '');
  const section = (head ?? base)?.section;
  return section ? `${pages}, in “${section}”` : pages;
}

const edit = ({ op, text: value }: WordEdit): ElementContent =>
  op === 'equal' ? text(value) : element(op === 'insert' ? 'ins' : 'del', {}, [text(value)]);

const paragraph = (kids: readonly ElementContent[], ...className: readonly string[]) =>
  element('p', { className: ['text', ...className], dir: 'auto' }, kids);

function lineRow(what: 'Row' | 'Column', { op, index, cells }: LineChange): Element {
  const content = element(op === 'added' ? 'ins' : 'del', {}, [text(cells.join(' | '))]);
  return row(`${what} ${index} ${op}`, [content]);
}

const row = (place: string, kids: readonly ElementContent[]): Element =>
  element('tr', {}, [element('th', { scope: 'row' }, [text(place)]), element('td', { dir: 'auto' }, kids)]);

function tableOf({ rows, columns, cells }: TableChanges): Element {
  const changed = cells.map(({ head, words }) =>
    row(`Row ${head.row}, column ${head.column}`, words.map(edit)),
  );
  const kids = [
    ...columns.map((line) => lineRow('Column', line)),
    ...rows.map((line) => lineRow('Row', line)),
    ...changed,
  ];
  return element('table', {}, [element('tbody', {}, lines(kids))]);
}

function contentOf({ op, base, head, words, table }: DiffItem): Element {
  if (table) return tableOf(table);
  if (words.length > 0) return paragraph(words.map(edit));
  const value = (head ?? base)?.text ?? '';
  if (op === 'added') return paragraph([element('ins', {}, [text(value)])], op);
  if (op === 'removed') return paragraph([element('del', {}, [text(value)])], op);
  return paragraph([text(value)]);
}

/** What a block was, if it is something else now. */
function typeChange({ base, head }: DiffItem): string {
  if (!base || !head) return ` ${typeOf((head ?? base) as DiffBlock)}`;
  return typeOf(base) === typeOf(head) ? ` ${typeOf(head)}` : ` ${typeOf(base)}, now ${typeOf(head)}`;
}

const section = (item: DiffItem): Element =>
  element(
    'section',
    {},
    lines([
      element('h2', {}, [
        element('strong', {}, [text(`${opNames[item.op]}${typeChange(item)}`)]),
        text(`: ${placeOf(item)}`),
      ]),
      contentOf(item),
    ]),
  );

function summaryOf({ summary }: DocumentDiff): string {
  const { blocks, tables } = summary;
  const total = blocks.added + blocks.removed + blocks.changed + blocks.moved;
  if (total === 0) return `No differences in ${count(blocks.equal, 'block')}.`;
  const cells = tables.cells_changed > 0 ? ` ${count(tables.cells_changed, 'cell')} of tables changed.` : '';
  const parts = [
    `${blocks.added} added`,
    `${blocks.removed} removed`,
    `${blocks.changed} changed`,
    `${blocks.moved} moved`,
  ];
  return `${parts.join(', ')}, ${count(blocks.equal, 'block')} the same.${cells}`;
}

const marker = 'items';

function frame(diff: DocumentDiff, names: DiffNames): Root {
  const metadata = [
    element('meta', { charSet: 'utf-8' }, []),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }, []),
    element('title', {}, [textNode('Differences between two documents')]),
    element('style', {}, [textNode(css)]),
  ];
  const side = ({ file_name, job_id }: DiffNames['base']) => text(`${file_name} (job ${job_id})`);
  const body = element('body', {}, [
    ...lines([
      element('h1', {}, [text('Differences')]),
      element('p', {}, [
        text('Before: '),
        side(names.base),
        element('br', {}, []),
        text('After: '),
        side(names.head),
      ]),
      element('p', {}, [text(summaryOf(diff))]),
    ]),
    { type: 'comment', value: marker },
    textNode('\n'),
  ]);
  const html = element('html', { lang: 'en' }, lines([element('head', {}, lines(metadata)), body]));
  return {
    type: 'root',
    children: [{ type: 'doctype' }, textNode('\n') as never, html, textNode('\n') as never],
  };
}

const options = { upperDoctype: true, characterReferences: { useNamedReferences: true } } as const;

export function* writeDiffHtml(diff: DocumentDiff, names: DiffNames): Generator<string> {
  const [opening = '', closing = ''] = toHtml(frame(diff, names), options).split(`<!--${marker}-->`);
  yield opening;
  for (const item of diff.items) yield `${toHtml(section(item), options)}\n`;
  yield closing;
}

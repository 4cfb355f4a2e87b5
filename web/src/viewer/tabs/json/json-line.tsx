/** One row of the JSON tree: an expandable branch or a value. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useElementMark, useSelection } from '../../selection-store.ts';
import type { JsonRow } from './json-rows.ts';

type JsonLineProps = {
  readonly row: JsonRow;
  readonly isElement: boolean;
  readonly onToggle: (pointer: string) => void;
};

const indentPx = 14;
const previewChars = 300;

function preview({ value, size }: JsonRow): string {
  if (Array.isArray(value)) return `[${size}]`;
  const type = (value as { readonly type?: unknown }).type;
  return typeof type === 'string' ? `{ ${type} }` : `{${size}}`;
}

function Value({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value) ?? 'null';
  const colour =
    typeof value === 'string' ? 'text-success' : typeof value === 'number' ? 'text-info' : 'text-warning';
  return (
    <span className={`${colour} break-words`}>
      {text.length > previewChars ? `${text.slice(0, previewChars)}…` : text}
    </span>
  );
}

export function JsonLine({ row, isElement, onToggle }: JsonLineProps) {
  const { t } = useTranslation('viewer');
  const { store, selectFrom } = useSelection();
  const mark = useElementMark(row.pointer);
  const Arrow = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      data-json={row.pointer}
      data-mark={isElement ? mark : 'none'}
      className="flex min-h-[22px] items-start gap-1 pr-3 font-mono text-xs leading-[22px] data-[mark=hovered]:bg-sunken data-[mark=selected]:bg-accent-soft"
      style={{ paddingLeft: 8 + row.depth * indentPx }}
      onPointerEnter={isElement ? () => store.hover(row.pointer) : undefined}
      onPointerLeave={isElement ? () => store.hover(null) : undefined}
    >
      {row.isBranch ? (
        <button
          type="button"
          aria-expanded={row.isOpen}
          onClick={() => onToggle(row.pointer)}
          className="flex min-w-0 items-start gap-1 text-left hover:underline"
        >
          <Arrow aria-hidden size={14} className="mt-1 shrink-0 text-muted" />
          <span>
            {row.name !== null && <span className="text-ink">{row.name}: </span>}
            <span className="text-muted">{preview(row)}</span>
          </span>
        </button>
      ) : (
        <span className="min-w-0 pl-[18px]">
          <span className="text-ink">{row.name}: </span>
          <Value value={row.value} />
        </span>
      )}
      {isElement && (
        <button
          type="button"
          aria-label={t('showElement', { pointer: row.pointer })}
          onClick={() => selectFrom(row.pointer, 'blocks')}
          className="ml-auto shrink-0 rounded p-1 text-muted hover:text-ink"
        >
          <LocateFixed aria-hidden size={14} />
        </button>
      )}
    </div>
  );
}

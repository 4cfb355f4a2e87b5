/** Form fields as blocks at their place in the reading order. */
import type { Field } from '../model/blocks.ts';
import type { Box } from '../model/document.ts';
import type { ExtractedField } from '../model/extraction.ts';
import type { BlockDraft, CellDraft, FieldDraft } from '../read/draft.ts';
import { cleanLetters } from './letters.ts';

function cleanValue(text: string): string {
  return Array.from(text.split(/\r\n|[\r\n\u2028\u2029]/), (line) =>
    cleanLetters(line).replaceAll('\u00ad', ''),
  )
    .join('\n')
    .normalize('NFC');
}

function valueText(value: Field['value']): string {
  if (value === null || value === false) return '';
  if (value === true) return '✓';
  return typeof value === 'string' ? value : value.join(', ');
}

export function fieldDraft(source: ExtractedField, page: number): FieldDraft {
  const { box, field_type } = source;
  const raw = source.value;
  const value = typeof raw === 'string' ? cleanValue(raw) : isTexts(raw) ? raw.map(cleanValue) : raw;
  const label = source.label === undefined ? undefined : cleanValue(source.label).replaceAll('\n', ' ');
  const content = valueText(value).replaceAll('\n', ' ');
  const name = cleanValue(source.name).replaceAll('\n', ' ');
  const field: Field = {
    type: 'field',
    page,
    box,
    kids: [],
    name,
    ...(label !== undefined && label !== '' && { label }),
    field_type,
    value,
    content,
  };
  return { type: 'field', page, box, field };
}

function isTexts(value: ExtractedField['value']): value is readonly string[] {
  return Array.isArray(value);
}

function contains(box: Box, inner: Box): boolean {
  const [x, y] = [(inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2];
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

/** How far the field is from a block that would be read before it; its own row counts first. */
function distanceAfter(block: Box, field: Box): number {
  const sameRow = Math.min(block[3], field[3]) - Math.max(block[1], field[1]);
  const isSameRow = sameRow > 0.4 * Math.min(block[3] - block[1], field[3] - field[1]);
  if (contains(block, field)) return 0;
  if (isSameRow) {
    const gap = field[0] - block[2];
    if (gap > -2) return Math.max(gap, 0);
    // A label to the right of its box, as that of a checkbox, is read after it.
    return Number.POSITIVE_INFINITY;
  }
  const above = block[1] - field[3];
  if (above < -2) return Number.POSITIVE_INFINITY;
  const aside = Math.max(block[0] - field[2], field[0] - block[2], 0);
  return 1000 + Math.max(above, 0) + 2 * aside;
}

function anchorOf(blocks: readonly BlockDraft[], field: FieldDraft): number {
  let [best, bestDistance] = [-1, Number.POSITIVE_INFINITY];
  blocks.forEach((block, at) => {
    if (block.type === 'artifact') return;
    const away = distanceAfter(block.box, field.box);
    if (away < bestDistance) [best, bestDistance] = [at, away];
  });
  return best;
}

function inReadingOrder(fields: readonly FieldDraft[]): readonly FieldDraft[] {
  return [...fields].sort((one, other) => {
    const sameRow = Math.abs(one.box[3] - other.box[3]) < 4;
    return sameRow ? one.box[0] - other.box[0] : other.box[3] - one.box[3];
  });
}

function placeInCells(cells: readonly CellDraft[], fields: readonly FieldDraft[]): readonly CellDraft[] {
  const placed = new Set<FieldDraft>();
  return cells.map((cell) => {
    const own = fields.filter((field) => !placed.has(field) && contains(cell.box, field.box));
    for (const field of own) placed.add(field);
    return own.length === 0 ? cell : { ...cell, kids: placeFields(cell.kids, own) };
  });
}

function append<K>(lists: Map<K, FieldDraft[]>, key: K, field: FieldDraft): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [field]);
  else list.push(field);
}

/** Beyond this, fields are put at the end of their page. */
const comparisonsMax = 5_000_000;

/** Every field is placed exactly once. */
export function placeFields(
  blocks: readonly BlockDraft[],
  fields: readonly FieldDraft[],
): readonly BlockDraft[] {
  if (fields.length === 0) return blocks;
  if (fields.length * (blocks.length + 1) > comparisonsMax) return [...blocks, ...fields];
  const after = new Map<number, FieldDraft[]>();
  const inTable = new Map<BlockDraft, FieldDraft[]>();
  for (const field of inReadingOrder(fields)) {
    const table = blocks.find(
      (block) => block.type === 'table' && block.cells.some((cell) => contains(cell.box, field.box)),
    );
    if (table !== undefined) append(inTable, table, field);
    else {
      const anchor = anchorOf(blocks, field);
      append(after, anchor, field);
    }
  }
  const result: BlockDraft[] = [...(after.get(-1) ?? [])];
  blocks.forEach((block, at) => {
    const own = inTable.get(block);
    const isFilled = own !== undefined && block.type === 'table';
    result.push(isFilled ? { ...block, cells: placeInCells(block.cells, own) } : block);
    for (const field of after.get(at) ?? []) result.push(field);
  });
  return result;
}

/** Takes lists and texts apart that the engine joined around a table or a picture. */
import { unionBox } from '../model/box.ts';
import type { Box } from '../model/document.ts';
import type { Element, ExtractedLine, ExtractedList, ExtractedListItem } from '../model/extraction.ts';
import { elementLines } from '../read/element-lines.ts';

type TextElement = Extract<Element, { lines: unknown }>;
type Placed = { readonly box: Box };

const middleOf = ({ box }: Placed): number => (box[1] + box[3]) / 2;

const isBetween = (inner: Box, outer: Box): boolean =>
  inner[1] > outer[1] && inner[3] < outer[3] && inner[0] < outer[2] && inner[2] > outer[0];

/** Text that flows past a table or is drawn on a picture has lines at its height. */
function isDivider(divider: Element, lines: readonly ExtractedLine[]): boolean {
  const [, bottom, , top] = divider.box;
  return !lines.some((line) => middleOf(line) > bottom && middleOf(line) < top);
}

/** Neighbours with the same number of dividers above them. */
function bands<T extends Placed>(
  placed: readonly T[],
  dividers: readonly Element[],
): readonly (readonly T[])[] {
  const above = (one: T): number => dividers.filter((divider) => middleOf(divider) > middleOf(one)).length;
  const groups: T[][] = [];
  for (const one of placed) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && above(group[0]) === above(one)) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

const withLines = <T extends TextElement | ExtractedListItem>(
  element: T,
  lines: readonly ExtractedLine[],
): T => ({ ...element, lines, box: unionBox(lines.map(({ box }) => box)) });

const paragraphOf = (page: number, lines: readonly ExtractedLine[]): Element => ({
  type: 'paragraph',
  page,
  lines,
  box: unionBox(lines.map(({ box }) => box)),
});

function separateText(element: TextElement, dividers: readonly Element[]): readonly Element[] {
  const [first = [], ...rest] = bands(element.lines, dividers);
  if (rest.length === 0) return [element];
  return [withLines(element, first), ...rest.map((lines) => paragraphOf(element.page, lines))];
}

/** The item with what stands in its band, and what does not. */
function separateItem(
  item: ExtractedListItem,
  dividers: readonly Element[],
): { readonly own: ExtractedListItem; readonly loose: readonly Element[] } {
  const [first = [], ...rest] = bands(item.lines, dividers);
  const own = rest.length === 0 ? item : withLines(item, first);
  const [kids = []] = bands([own, ...item.kids], dividers);
  const kept = kids.length - 1;
  if (rest.length === 0 && kept === item.kids.length) return { own: item, loose: [] };
  const loose = [...rest.map((lines) => paragraphOf(item.page, lines)), ...item.kids.slice(kept)];
  return { own: { ...own, kids: item.kids.slice(0, kept) }, loose };
}

function separateList(list: ExtractedList, dividers: readonly Element[]): readonly Element[] {
  const separated: Element[] = [];
  let items: ExtractedListItem[] = [];
  const endList = () => {
    for (const kids of bands(items, dividers))
      separated.push({ ...list, kids, box: unionBox(kids.map(({ box }) => box)) });
    items = [];
  };
  for (const item of list.kids) {
    const { own, loose } = separateItem(item, dividers);
    items.push(own);
    if (loose.length === 0) continue;
    endList();
    separated.push(...loose);
  }
  endList();
  return separated;
}

function separate(element: Element, dividers: readonly Element[]): readonly Element[] {
  if (dividers.length === 0) return [element];
  if (element.type === 'list') return separateList(element, dividers);
  return 'lines' in element ? separateText(element, dividers) : [element];
}

export function separateAround(elements: readonly Element[]): readonly Element[] {
  const found = elements.filter(({ type }) => type === 'table' || type === 'image');
  if (found.length === 0) return elements;
  return elements.flatMap((element) => {
    const lines = elementLines([element]);
    if (lines.length < 2) return [element];
    const box = unionBox(lines.map((line) => line.box));
    const between = found.filter((one) => isBetween(one.box, box) && isDivider(one, lines));
    return separate(element, between);
  });
}

/** mdast as markdown, with markers that keep neighbouring lists apart. */
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { FlowContent } from './markdown-blocks.ts';
import { markdownEscapes } from './markdown-escapes.ts';

/**
 * Without the escapes for addresses (`info\@example.com`): readers of gfm link a printed address to itself despite them,
 * and everyone else would have to remove them. Columns are not aligned with spaces: a long cell would widen every row.
 */
const gfm = [
  gfmFootnoteToMarkdown(),
  gfmStrikethroughToMarkdown(),
  gfmTableToMarkdown({ tablePipeAlign: false }),
  gfmTaskListItemToMarkdown(),
];

export type Markers = { readonly bullet: '-' | '*'; readonly bulletOrdered: '.' | ')' };
export const usualMarkers: Markers = { bullet: '-', bulletOrdered: '.' };

export const serializeMarkdown = (children: FlowContent[], markers: Markers): string => {
  const options: Options = {
    ...markers,
    bulletOther: markers.bullet === '-' ? '*' : '-',
    fences: true,
    rule: '-',
  };
  return toMarkdown({ type: 'root', children }, { ...options, extensions: [...gfm, markdownEscapes] });
};

/** The marker of the list with which a part ends: lists that touch alternate, or they would be read as one. */
export function lastMarker(children: readonly FlowContent[], markers: Markers, before: string | undefined) {
  let last = before;
  for (const child of children) {
    if (child.type !== 'list') last = undefined;
    else if (child.ordered) last = last === markers.bulletOrdered ? other(last) : markers.bulletOrdered;
    else last = last === markers.bullet ? other(last) : markers.bullet;
  }
  return last;
}

const others: Record<string, string> = { '-': '*', '*': '-', '.': ')', ')': '.' };
const other = (marker: string) => others[marker];

export const markersAfter = (last: string | undefined): Markers => ({
  bullet: last === '-' ? '*' : '-',
  bulletOrdered: last === '.' ? ')' : '.',
});

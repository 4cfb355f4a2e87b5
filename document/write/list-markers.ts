/** Markers that keep neighbouring lists apart: lists that touch alternate, or they would be read as one. */
import type { FlowContent } from './markdown-blocks.ts';

export type Markers = { readonly bullet: '-' | '*'; readonly bulletOrdered: '.' | ')' };
export const usualMarkers: Markers = { bullet: '-', bulletOrdered: '.' };

/** The marker of the list with which a part ends. */
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

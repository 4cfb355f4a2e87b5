/** The markdown output: CommonMark with tables and strikethrough of gfm, escaped so that text stays text. */
import type { BlockContent } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { cleanParts } from './clean-document.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { markdownEscapes } from './markdown-escapes.ts';
import { pageSeparator } from './page-separator.ts';

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

type Markers = { readonly bullet: '-' | '*'; readonly bulletOrdered: '.' | ')' };
const usual: Markers = { bullet: '-', bulletOrdered: '.' };

const serialize = (children: BlockContent[], markers: Markers): string => {
  const options: Options = {
    ...markers,
    bulletOther: markers.bullet === '-' ? '*' : '-',
    fences: true,
    rule: '-',
  };
  return toMarkdown({ type: 'root', children }, { ...options, extensions: [...gfm, markdownEscapes] });
};

/** The marker of the list with which a part ends: lists that touch alternate, or they would be read as one. */
function lastMarker(children: readonly BlockContent[], markers: Markers, before: string | undefined) {
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

const markersAfter = (last: string | undefined): Markers => ({
  bullet: last === '-' ? '*' : '-',
  bulletOrdered: last === '.' ? ')' : '.',
});

export function* writeMarkdown(document: DocumentStream, options: WriteOptions): Generator<string> {
  const { markdownPageSeparator: separator, keepLineBreaks, markdownWithHtml: html } = options;
  let last: string | undefined;
  let gap = '';
  for (const part of cleanParts(document, options)) {
    const children = markdownBlocks(part.kids, { keepLineBreaks, html });
    const chunks = separator === null ? [] : [`${pageSeparator(separator, part.page)}\n`];
    if (children.length > 0) {
      const markers = children[0]?.type === 'list' ? markersAfter(last) : usual;
      chunks.push(serialize(children, markers));
      last = lastMarker(children, markers, undefined);
    }
    if (chunks.length === 0) continue;
    yield gap + chunks.join('\n');
    gap = '\n';
  }
}

/** The markdown output: CommonMark with tables and strikethrough of gfm, escaped so that text stays text. */
import type { DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { cleanParts } from './clean-document.ts';
import { lastMarker, markersAfter, usualMarkers } from './list-markers.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { pageSeparator } from './page-separator.ts';
import { serializeMarkdown } from './serialize-markdown.ts';

export function* writeMarkdown(document: DocumentStream, options: WriteOptions): Generator<string> {
  const { markdownPageSeparator: separator, keepLineBreaks, markdownWithHtml: html } = options;
  let last: string | undefined;
  let gap = '';
  for (const part of cleanParts(document, options)) {
    const children = markdownBlocks(part.kids, { keepLineBreaks, html, notes: true });
    const chunks = separator === null ? [] : [`${pageSeparator(separator, part.page)}\n`];
    if (children.length > 0) {
      const markers = children[0]?.type === 'list' ? markersAfter(last) : usualMarkers;
      chunks.push(serializeMarkdown(children, markers));
      last = lastMarker(children, markers, undefined);
    }
    if (chunks.length === 0) continue;
    yield gap + chunks.join('\n');
    gap = '\n';
  }
}

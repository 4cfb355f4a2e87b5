/** The markdown output: CommonMark with tables and strikethrough of gfm, escaped so that text stays text. */
import type { DocumentPart, DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { lastMarker, markersAfter, usualMarkers } from './list-markers.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { pageSeparator } from './page-separator.ts';
import { type OpenWriter, writeParts } from './part-writer.ts';
import { serializeMarkdown } from './serialize-markdown.ts';

export const openMarkdown: OpenWriter = (_head, options) => {
  const { markdownPageSeparator: separator, keepLineBreaks, markdownWithHtml: html } = options;
  const style = { keepLineBreaks, html, notes: true };
  let last: string | undefined;
  let gap = '';
  const part = ({ page, kids }: DocumentPart): string => {
    const children = markdownBlocks(kids, style);
    const chunks = separator === null ? [] : [`${pageSeparator(separator, page)}\n`];
    if (children.length > 0) {
      const markers = children[0]?.type === 'list' ? markersAfter(last) : usualMarkers;
      chunks.push(serializeMarkdown(children, markers));
      last = lastMarker(children, markers, undefined);
    }
    if (chunks.length === 0) return '';
    const text = gap + chunks.join('\n');
    gap = '\n';
    return text;
  };
  return { opening: '', part, closing: '' };
};

export const writeMarkdown = (document: DocumentStream, options: WriteOptions) =>
  writeParts(openMarkdown, document, options);

/** The text output: the canonical text of the document, with page separators if asked for. */
import { textLines } from '../model/block-text.ts';
import type { DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { withLineBreaks } from './line-breaks.ts';
import { pageSeparator } from './page-separator.ts';
import { type OpenWriter, writeParts } from './part-writer.ts';

export const openText: OpenWriter = (_head, { textPageSeparator: separator, keepLineBreaks }) => ({
  opening: '',
  part: ({ page, kids }) => {
    let text = separator === null ? '' : `${pageSeparator(separator, page)}\n`;
    const lines = keepLineBreaks ? textLines(kids, withLineBreaks) : textLines(kids);
    for (const line of lines) text += `${line}\n`;
    return text;
  },
  closing: '',
});

export const writeText = (document: DocumentStream, options: WriteOptions) =>
  writeParts(openText, document, options);

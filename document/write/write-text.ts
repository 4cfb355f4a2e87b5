/** The text output: the canonical text of the document, with page separators if asked for. */
import { textLines } from '../model/block-text.ts';
import type { DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { cleanParts } from './clean-document.ts';
import { withLineBreaks } from './line-breaks.ts';
import { pageSeparator } from './page-separator.ts';

export function* writeText(document: DocumentStream, options: WriteOptions): Generator<string> {
  const { textPageSeparator: separator, keepLineBreaks } = options;
  for (const part of cleanParts(document, options)) {
    let chunk = separator === null ? '' : `${pageSeparator(separator, part.page)}\n`;
    const lines = keepLineBreaks ? textLines(part.kids, withLineBreaks) : textLines(part.kids);
    for (const line of lines) chunk += `${line}\n`;
    if (chunk !== '') yield chunk;
  }
}

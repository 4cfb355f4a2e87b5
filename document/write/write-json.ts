/** The json output: the document as one JSON object, one block a line. */
import type { DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { cleanHead, cleanParts } from './clean-document.ts';

export function* writeJson(document: DocumentStream, options: WriteOptions): Generator<string> {
  const { schema, ...head } = cleanHead(document.head);
  const opening = JSON.stringify({ schema, type: 'document', ...head });
  yield `${opening.slice(0, -1)},"kids":[`;
  let separator = '\n';
  for (const part of cleanParts(document, options)) {
    let chunk = '';
    for (const block of part.kids) {
      chunk += separator + JSON.stringify(block);
      separator = ',\n';
    }
    if (chunk !== '') yield chunk;
  }
  yield '\n]}\n';
}

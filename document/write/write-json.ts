/** The json output: the document as one JSON object, one block a line. */
import type { DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { blockJson } from './block-json.ts';
import { cleanHead } from './clean-document.ts';
import { type OpenWriter, writeParts } from './part-writer.ts';

export const openJson: OpenWriter = (documentHead) => {
  const { schema, ...head } = cleanHead(documentHead);
  const opening = JSON.stringify({ schema, type: 'document', ...head });
  let separator = '\n';
  return {
    opening: `${opening.slice(0, -1)},"kids":[`,
    part: ({ kids }) => {
      let text = '';
      for (const block of kids) {
        text += separator + blockJson(block);
        separator = ',\n';
      }
      return text;
    },
    closing: '\n]}\n',
  };
};

export const writeJson = (document: DocumentStream, options: WriteOptions) =>
  writeParts(openJson, document, options);

/** The documents that the tests of every client send. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  makeBlankDocument,
  makeBrokenDocument,
  makeDocument,
  makeRichDocument,
  makeSlowDocument,
} from '@octavo/testkit/documents/documents.ts';
import type { DocumentName } from './scenarios/scenario-context.ts';

const megabyte = 1_048_576;

const documents: Readonly<Record<DocumentName, () => Uint8Array>> = {
  rich: makeRichDocument,
  small: () => makeDocument(),
  broken: makeBrokenDocument,
  slow: () => makeSlowDocument(),
  'many-pages': () => makeBlankDocument(1001),
  large: () => makeDocument({ bytes: 26 * megabyte }),
};

export async function writeClientDocuments(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [name, make] of Object.entries(documents)) {
    await writeFile(join(directory, `${name}.pdf`), make());
  }
}

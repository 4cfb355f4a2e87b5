/** Stub until the writers are merged. */
import type { DocumentStream } from '../model/document.ts';
import type { WriteOptions } from '../model/write-options.ts';
export function* writeText(document: DocumentStream, _options: WriteOptions): Generator<string> {
  yield JSON.stringify({ ...document.head, type: 'document', kids: [...document.parts()].flatMap(({ kids }) => kids) });
}

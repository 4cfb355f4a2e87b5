/** Stub until the writers are merged. */
import type { DocumentStream } from '../model/document.ts';
export function* writeStored(document: DocumentStream): Generator<string> {
  yield `${JSON.stringify(document.head)}\n`;
  for (const part of document.parts()) yield `${JSON.stringify(part)}\n`;
}
export function readStored(lines: () => Iterable<string>): DocumentStream {
  const [head, ...parts] = [...lines()].map((line) => JSON.parse(line));
  return { head, parts: () => parts };
}

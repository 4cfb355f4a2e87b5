/** Documents that are stored and read again. */
import { describe, expect, it } from 'vitest';
import { at, documentOf, paragraph, table } from '../write/sample-document.ts';
import { readStored, StoredDocumentError, writeStored } from './stored-document.ts';

const document = documentOf([[paragraph('one')], [table([['a', 'b']])]], { title: 'T' });
const lines = [...writeStored(document)].map((line) => line.slice(0, -1));
const read = (stored: readonly string[]) => [...readStored(() => stored).parts()];

describe('a stored document', () => {
  it('has the same head and parts when it is read, as often as wanted', () => {
    const again = readStored(() => lines);
    expect(again.head).toEqual(document.head);
    expect([...again.parts()]).toEqual([...document.parts()]);
    expect([...again.parts()]).toHaveLength(2);
  });

  it('contains artifacts, whatever the first output left out', () => {
    const artifact = { type: 'artifact', ...at, kind: 'footer', kids: [paragraph('7')] } as const;
    expect([...writeStored(documentOf([[artifact]]))].join('')).toContain('"kind":"footer"');
  });

  it.each([
    ['is truncated', lines.slice(0, -1)],
    ['misses a part', [...lines.slice(0, 1), ...lines.slice(2)]],
    ['is cut in the middle of a line', [...lines.slice(0, 2), lines[2]?.slice(0, 40) ?? '']],
    ['has parts in the wrong order', [lines[0] ?? '', lines[2] ?? '', lines[1] ?? '', lines[3] ?? '']],
    ['has a block of an unknown type', lines.map((line) => line.replace('"paragraph"', '"surprise"'))],
    ['has text that is not a string', lines.map((line) => line.replace('"content":"one"', '"content":1'))],
    ['is empty', []],
    ['begins with something else', ['{"record":"end","parts":0}']],
  ])('is refused if it %s', (_, stored) => {
    expect(() => read(stored)).toThrow(StoredDocumentError);
  });
});

/**
 * A document as JSON lines: the head, one line per part, and the end with the number of parts, so that a truncated
 * file is noticed. It contains all that writers need, whatever the options of an output are.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DocumentHead, DocumentPart, DocumentStream } from '../model/document.ts';
import { definitions, headSchema, partSchema } from '../schema/document-schema.ts';
import { blockJson } from '../write/block-json.ts';
import { cleanHead, cleanParts } from '../write/clean-document.ts';

export class StoredDocumentError extends Error {
  override readonly name = 'StoredDocumentError';
}

/** A line of the file, and the part that it contains. */
export type StoredLine = { readonly text: string; readonly part?: DocumentPart };

export function* storedLines(document: DocumentStream): Generator<StoredLine> {
  yield { text: `${JSON.stringify({ record: 'head', head: cleanHead(document.head) })}\n` };
  let parts = 0;
  for (const part of cleanParts(document, { includeHeaderFooter: true })) {
    parts++;
    const text = `{"record":"part","part":{"page":${part.page},"kids":[${part.kids.map(blockJson).join(',')}]}}\n`;
    yield { text, part };
  }
  yield { text: `${JSON.stringify({ record: 'end', parts })}\n` };
}

export function* writeStored(document: DocumentStream): Generator<string> {
  for (const { text } of storedLines(document)) yield text;
}

const record = <T extends string>(name: T) => ({ record: Type.Literal(name) });
const withDefinitions = <T extends object>(schema: T) => ({ ...schema, $defs: definitions });

const isHead = Compile(withDefinitions(Type.Object({ ...record('head'), head: headSchema })));
const isPart = Compile(withDefinitions(Type.Object({ ...record('part'), part: partSchema })));
const isEnd = Compile(Type.Object({ ...record('end'), parts: Type.Integer({ minimum: 0 }) }));

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new StoredDocumentError(`line ${number} of the stored document is not JSON`);
  }
}

function readHead(lines: Iterable<string>): DocumentHead {
  for (const line of lines) {
    const value = parse(line, 1);
    if (isHead.Check(value)) return value.head;
    break;
  }
  throw new StoredDocumentError('the stored document does not begin with a head');
}

function* readParts(lines: Iterable<string>): Generator<DocumentPart> {
  let [number, parts, lastPage] = [0, 0, 0];
  for (const line of lines) {
    if (++number === 1) continue;
    const value = parse(line, number);
    if (isEnd.Check(value) && value.parts === parts) return;
    if (!isPart.Check(value))
      throw new StoredDocumentError(`line ${number} of the stored document is not a part`);
    const { part } = value;
    if (part.page < lastPage) throw new StoredDocumentError(`part ${parts + 1} is out of order`);
    lastPage = part.page;
    parts++;
    yield part;
  }
  throw new StoredDocumentError(`the stored document ends after ${parts} parts`);
}

/** The part in a line that `storedLines` has just made. */
export const partOfLine = (text: string): DocumentPart => (JSON.parse(text) as { part: DocumentPart }).part;

/** The head is read at once, parts while they are iterated. Throws `StoredDocumentError` at the first wrong line. */
export function readStored(lines: () => Iterable<string>): DocumentStream {
  return { head: readHead(lines()), parts: () => readParts(lines()) };
}

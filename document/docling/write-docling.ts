/** A document as JSON of a DoclingDocument, the format of docling, in pieces. */
import type { DocumentHead } from '../model/document.ts';
import type { Reading } from '../reading/reading.ts';
import { DoclingItems, type ItemList, itemLists } from './docling-items.ts';

/** Readers refuse versions that are newer than their own, and read older ones: nothing here needs a later one. */
const schemaVersion = '1.3.0';

export type DoclingSource = { readonly fileName: string; readonly sha256: string };

/** Several items in one piece. */
const pieceCharsMin = 65_536;

/** docling keeps the last 64 bits of the hash, as a number that only text can carry exactly. */
const binaryHash = (sha256: string) => BigInt(`0x${sha256.slice(-16)}`).toString();

const pagesOf = ({ pages }: DocumentHead) =>
  Object.fromEntries(
    pages.map(({ page, width, height }) => [page, { size: { width, height }, image: null, page_no: page }]),
  );

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  let separator = '';
  for await (const text of texts) {
    piece += separator + text;
    separator = ',';
    if (piece.length < pieceCharsMin) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** One walk through the document for each list, so that memory does not grow with it. */
async function* walk(reading: Reading, wanted: ItemList | 'body'): AsyncGenerator<string> {
  const items = new DoclingItems();
  for await (const { block } of reading.kids(0, reading.directory.kids)) {
    const made = items.ofBlock(block);
    const chosen =
      wanted === 'body'
        ? made.roots
        : made.items.flatMap(({ list, item }) => (list === wanted ? [item] : []));
    for (const one of chosen) yield JSON.stringify(one);
  }
}

export async function* writeDocling(reading: Reading, source: DoclingSource): AsyncGenerator<string> {
  const { fileName, sha256 } = source;
  const name = fileName.replace(/\.pdf$/i, '');
  const origin = `{"mimetype":"application/pdf","binary_hash":${binaryHash(sha256)},"filename":${JSON.stringify(fileName)}}`;
  const furniture = root('#/furniture', 'furniture');
  yield `{"schema_name":"DoclingDocument","version":"${schemaVersion}","name":${JSON.stringify(name)},"origin":${origin}`;
  yield `,"furniture":${JSON.stringify(furniture)},"body":${JSON.stringify(root('#/body', 'body')).slice(0, -1)},"children":[`;
  yield* inPieces(walk(reading, 'body'));
  yield ']}';
  for (const list of itemLists) {
    yield `,"${list}":[`;
    yield* inPieces(walk(reading, list));
    yield ']';
  }
  yield `,"key_value_items":[],"form_items":[],"pages":${JSON.stringify(pagesOf(reading.directory.head))}}`;
}

const root = (self_ref: string, layer: 'body' | 'furniture') => ({
  self_ref,
  parent: null,
  content_layer: layer,
  name: '_root_',
  label: 'unspecified',
});

/** Writes the reading index of a document, one frame at a time. */
import type { Block } from '../model/blocks.ts';
import type { DocumentHead, DocumentPart, DocumentStream } from '../model/document.ts';
import { blockJson } from '../write/block-json.ts';
import { cleanHead, cleanParts } from '../write/clean-document.ts';
import { DirectoryBuilder, withoutEmbeddedImages } from './directory-builder.ts';
import {
  type BlockFrame,
  blockSeparator,
  encodeFooter,
  encodeLayout,
  type Frame,
  type FrameCompression,
  frameCharsMin,
  type TextFrame,
  textFrameCharsMin,
} from './index-format.ts';
import type { Before } from './placement.ts';

const encoder = new TextEncoder();

/** Frames of one kind: what is collected for the next one. */
class Collected {
  text = '';
  /** What precedes the first of it. */
  before: Before | null = null;

  add(text: string, before: Before): void {
    this.before ??= before;
    this.text += text;
  }
}

/** Yields the frames that are complete. */
export class IndexWriter {
  readonly #compress: FrameCompression;
  readonly #builder: DirectoryBuilder;
  readonly #blockFrames: BlockFrame[] = [];
  readonly #textFrames: TextFrame[] = [];
  #blocks = new Collected();
  #texts = new Collected();
  #offset = 0;

  constructor(head: DocumentHead, compress: FrameCompression) {
    this.#builder = new DirectoryBuilder(cleanHead(head));
    this.#compress = compress;
  }

  /** Parts in their order, as `cleanParts` passes them. */
  *part(part: DocumentPart): Generator<Uint8Array> {
    this.#builder.beginPage(part);
    for (const block of part.kids) yield* this.#add(withoutEmbeddedImages(block));
  }

  *#add(block: Block): Generator<Uint8Array> {
    const { before } = this.#builder;
    const { text } = this.#builder.add(block);
    const json = blockJson(block);
    this.#blocks.add(`${this.#blocks.before ? ',' : '['}${json}`, before);
    if (text !== '') this.#texts.add(this.#texts.before ? blockSeparator + text : text, before);
    if (this.#blocks.text.length >= frameCharsMin) yield* this.#endBlocks();
    if (this.#texts.text.length >= textFrameCharsMin) yield* this.#endTexts();
  }

  *finish(): Generator<Uint8Array> {
    yield* this.#endBlocks();
    yield* this.#endTexts();
    const directory = this.#builder.finish();
    const layout = encodeLayout({ directory, blocks: this.#blockFrames, texts: this.#textFrames });
    const { data, frame } = this.#frame(layout);
    yield data;
    yield encodeFooter(frame);
  }

  *#endBlocks(): Generator<Uint8Array> {
    const { before, text } = this.#blocks;
    if (!before) return;
    const { data, frame } = this.#frame(`${text}]`);
    const { kid, length, bytes } = before;
    this.#blockFrames.push({ ...frame, kid, length, byte_length: bytes });
    this.#blocks = new Collected();
    yield data;
  }

  *#endTexts(): Generator<Uint8Array> {
    const { before, text } = this.#texts;
    if (!before) return;
    const { data, frame } = this.#frame(text);
    this.#textFrames.push({ ...frame, start: before.length === 0 ? 0 : before.length + 1 });
    this.#texts = new Collected();
    yield data;
  }

  #frame(text: string): { data: Uint8Array; frame: Frame } {
    const raw = encoder.encode(text);
    const data = this.#compress(raw);
    const frame = { offset: this.#offset, bytes: data.length, raw: raw.length };
    this.#offset += data.length;
    return { data, frame };
  }
}

/** The blocks are those of the json output with the same options, but for embedded images. */
export function* writeIndex(
  document: DocumentStream,
  options: { readonly includeHeaderFooter: boolean },
  compress: FrameCompression,
): Generator<Uint8Array> {
  const writer = new IndexWriter(document.head, compress);
  for (const part of cleanParts(document, options)) yield* writer.part(part);
  yield* writer.finish();
}

/**
 * The file of a reading index: compressed frames with blocks and with canonical text, a frame with the directory, and
 * a footer that says where that is. Each frame can be read alone, so a reader needs little memory for any document.
 */
import type { Page } from '../model/document.ts';
import type { ReadingDirectory } from './reading.ts';

/** How frames are compressed; the workspace itself knows no compression. */
export type FrameCompression = (raw: Uint8Array) => Uint8Array;

/** Where a frame is in the file, and its size before compression. */
export type Frame = { readonly offset: number; readonly bytes: number; readonly raw: number };

/** Blocks as a JSON array. The rest says what precedes the first of them, as in `Before`. */
export type BlockFrame = Frame & {
  readonly kid: number;
  readonly length: number;
  readonly byte_length: number;
};

/** A piece of the canonical text, with `blockSeparator` in place of the line breaks between blocks. */
export type TextFrame = Frame & { readonly start: number };

export type IndexLayout = {
  readonly directory: ReadingDirectory;
  readonly blocks: readonly BlockFrame[];
  readonly texts: readonly TextFrame[];
};

/** Raw length at which a frame ends. Several pages; a long block is a frame of its own. */
export const frameCharsMin = 65_536;

/** A longer piece: a search reads all of them. */
export const textFrameCharsMin = 524_288;

/** One character as the line break, so offsets stay. No text contains it. */
export const blockSeparator = '\u001e';

const magic = 'octread1';
export const footerBytes = 24;

export function encodeFooter({ offset, bytes, raw }: Frame): Uint8Array {
  const footer = new Uint8Array(footerBytes);
  footer.set(new TextEncoder().encode(magic));
  const view = new DataView(footer.buffer);
  view.setBigUint64(8, BigInt(offset));
  view.setUint32(16, bytes);
  view.setUint32(20, raw);
  return footer;
}

export class ReadingIndexError extends Error {
  override readonly name = 'ReadingIndexError';
}

/** Throws for a file of another version, or one that is not an index. */
export function decodeFooter(footer: Uint8Array, fileBytes: number): Frame {
  const view = new DataView(footer.buffer, footer.byteOffset, footer.byteLength);
  if (footer.length !== footerBytes || new TextDecoder().decode(footer.subarray(0, 8)) !== magic) {
    throw new ReadingIndexError('the file is not a reading index of this version');
  }
  const frame = { offset: Number(view.getBigUint64(8)), bytes: view.getUint32(16), raw: view.getUint32(20) };
  if (frame.offset + frame.bytes + footerBytes !== fileBytes) {
    throw new ReadingIndexError('the footer of the reading index does not fit its size');
  }
  return frame;
}

/** Pages are written once, with what the directory knows of them. */
export function encodeLayout({ directory, ...frames }: IndexLayout): string {
  return JSON.stringify({ ...frames, directory: { ...directory, head: { ...directory.head, pages: [] } } });
}

export function decodeLayout(json: string): IndexLayout {
  const layout = JSON.parse(json) as IndexLayout;
  const { directory } = layout;
  const pages = directory.pages.map(
    ({ page, label, width, height, rotation, ocr }): Page => ({
      page,
      ...(label !== undefined && { label }),
      ...{ width, height, rotation },
      ...(ocr && { ocr }),
    }),
  );
  return { ...layout, directory: { ...directory, head: { ...directory.head, pages } } };
}

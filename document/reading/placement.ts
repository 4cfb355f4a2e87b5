/** Places blocks in the canonical text, one after the other, and knows the headings above each. */
import { blockText } from '../model/block-text.ts';
import type { Block } from '../model/blocks.ts';
import type { PlacedBlock } from './reading.ts';

/** Enough to recognize a heading, whatever a document calls one. */
const titleCharsMax = 300;

export const utf8Length = (text: string): number => {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Each half of a surrogate pair is half of its four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3;
  }
  return bytes;
};

export const titleOf = (content: string): string =>
  content.replace(/\s+/g, ' ').trim().slice(0, titleCharsMax).toWellFormed();

export type OpenHeading = { readonly ref: string; readonly title: string; readonly level: number };

export const refOf = (kid: number): string => `/kids/${kid}`;

/** Index in `kids` of the json output. */
export const kidOf = (ref: string): number => Number(ref.slice('/kids/'.length));

/** What precedes the next block. */
export type Before = {
  readonly kid: number;
  /** Length of the canonical text so far. */
  readonly length: number;
  readonly bytes: number;
  /** Outermost first. */
  readonly headings: readonly OpenHeading[];
};

export const beginning: Before = { kid: 0, length: 0, bytes: 0, headings: [] };

export type PlacedText = PlacedBlock & { readonly text: string };

export class Placement {
  #before: Before;

  constructor(before: Before = beginning) {
    this.#before = before;
  }

  get before(): Before {
    return this.#before;
  }

  place(block: Block): PlacedText {
    const { kid, length, bytes, headings } = this.#before;
    const text = blockText(block);
    // A line break stands between two texts.
    const gap = text === '' || length === 0 ? 0 : 1;
    const [start, byteStart] = [length + gap, bytes + gap];
    const [end, byteEnd] = [start + text.length, byteStart + utf8Length(text)];
    const above = block.type === 'heading' ? headings.filter(({ level }) => level < block.level) : headings;
    const ref = refOf(kid);
    const section = above.at(-1)?.ref;
    const opened =
      block.type === 'heading'
        ? [...above, { ref, title: titleOf(block.content), level: block.level }]
        : above;
    this.#before = { kid: kid + 1, length: end, bytes: byteEnd, headings: opened };
    return {
      ref,
      block,
      start,
      end,
      byte_start: byteStart,
      byte_end: byteEnd,
      headings: above.map(({ title }) => title),
      ...(section !== undefined && { section }),
      text,
    };
  }
}

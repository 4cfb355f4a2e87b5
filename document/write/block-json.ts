/** The JSON of a block. The stored document, the json output and the reading index have the same, so it is made once. */
import type { Block } from '../model/blocks.ts';

const written = new WeakMap<Block, string>();

export function blockJson(block: Block): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  const json = JSON.stringify(block);
  written.set(block, json);
  return json;
}

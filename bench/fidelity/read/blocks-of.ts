/** Blocks of an output, by its format. */
import { type Block, BlockList } from '../blocks.ts';
import { engineBlocks } from './engine-json.ts';
import { htmlBlocks } from './html.ts';
import { jsonBlocks } from './json.ts';
import { markdownBlocks } from './markdown.ts';

function textBlocks(text: string): readonly Block[] {
  const list = new BlockList();
  for (const part of text.split(/\n\s*\n|\f/)) list.text('paragraph', part);
  return list.blocks;
}

const readers = {
  html: htmlBlocks,
  markdown: markdownBlocks,
  json: jsonBlocks,
  'engine-json': engineBlocks,
  text: textBlocks,
} satisfies Record<string, (text: string) => readonly Block[]>;

export type Format = keyof typeof readers;

export const blocksOf = (format: Format, text: string): readonly Block[] => readers[format](text);

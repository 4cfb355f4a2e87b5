/** Finds the snippets of the documents a user reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Snippet = {
  /** `docs/guides/tables.md:12`. */
  readonly place: string;
  readonly language: string;
  readonly code: string;
  /** What stands in a block of text right below it or its group of tabs: the output, word for word. */
  readonly output: string | null;
};

/** The sample that every dashboard has, for the quick start. */
export const sampleDocument = (): Buffer => readFileSync(join(root, 'web/public/sample.pdf'));

export const documents: readonly string[] = [
  'sdk/README.md',
  'integrations/langchain/README.md',
  'integrations/ai/README.md',
  ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
];

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Blocks may have a label, which makes them tabs of a `code-group`. */
const blockPattern = /^```(\w+)(?: \[([^\]]+)\])?\n([\s\S]*?)^```$/gm;

/** The block of text below a block; tabs of one group share the one below the group. */
function outputOf(text: string, blocks: readonly RegExpExecArray[], index: number): string | null {
  const [block, next] = [blocks[index], blocks[index + 1]];
  if (!block || !next) return null;
  const between = text.slice(block.index + block[0].length, next.index).trim();
  if (next[1] === 'text' && ['', ':::'].includes(between)) return next[3] ?? '';
  const isNextTab = block[2] !== undefined && next[2] !== undefined && between === '';
  return isNextTab ? outputOf(text, blocks, index + 1) : null;
}

export function snippetsOf(document: string): readonly Snippet[] {
  const text = readFileSync(join(root, document), 'utf8');
  const blocks = [...text.matchAll(blockPattern)];
  return blocks.map((block, index) => {
    const [, language = '', , code = ''] = block;
    const place = `${document}:${lineOf(text, block.index)}`;
    return { place, language, code, output: outputOf(text, blocks, index) };
  });
}

export function snippetsIn(language: string): readonly Snippet[] {
  return documents.flatMap(snippetsOf).filter((snippet) => snippet.language === language);
}

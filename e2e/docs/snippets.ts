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
  /** What stands in a block of text right below: the output, word for word. */
  readonly output: string | null;
};

export const documents: readonly string[] = [
  'sdk/README.md',
  ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
];

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

export function snippetsOf(document: string): readonly Snippet[] {
  const text = readFileSync(join(root, document), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.map((block, index) => {
    const [whole, language = '', code = ''] = block;
    const next = blocks[index + 1];
    const between = next ? text.slice(block.index + whole.length, next.index) : 'nothing follows';
    const isOutput = next?.[1] === 'text' && between.trim() === '';
    const place = `${document}:${lineOf(text, block.index)}`;
    return { place, language, code, output: isOutput ? (next[2] ?? '') : null };
  });
}

export function snippetsIn(language: string): readonly Snippet[] {
  return documents.flatMap(snippetsOf).filter((snippet) => snippet.language === language);
}

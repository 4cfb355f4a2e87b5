/** The tables of the tokenizer take 20 to 50 MB: an API process holds them once it counts, a writer process from its start. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const loader = import.meta.resolve('../../document/reading/directory-builder.ts');

const importsOf = (module: string): readonly string[] => {
  const text = readFileSync(new URL(module), 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm)].flatMap(
    ([, name = '']) => {
      if (name.startsWith('.')) return [new URL(name, module).href];
      return /^(@octavo|gpt-tokenizer)\//.test(name) ? [import.meta.resolve(name)] : [];
    },
  );
};

/** Everything of ours that is loaded with a module, and the tokenizer. */
function loadedWith(path: string): readonly string[] {
  const found = new Set<string>();
  const visit = (module: string): void => {
    if (found.has(module)) return;
    found.add(module);
    if (!module.includes('/node_modules/gpt-tokenizer/')) importsOf(module).forEach(visit);
  };
  visit(import.meta.resolve(path));
  return [...found];
}

it('is left to the first count in an API process', () => {
  const modules = loadedWith('../src/http/app.ts');
  expect(modules.some((module) => module.endsWith('/document/reading/count-tokens.ts'))).toBe(true);
  expect(modules.filter((module) => module === loader || module.includes('/gpt-tokenizer/'))).toEqual([]);
});

it('is done before a writer process takes a document', () => {
  expect(loadedWith('../src/writer/child/main.ts')).toContain(loader);
  expect(readFileSync(new URL(loader), 'utf8')).toMatch(/^await loadTokenizer\(\);$/m);
});

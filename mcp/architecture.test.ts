/** The workspace imports no other workspace but the document's token counter, and nothing of Node: the CLI bundles it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const allowed = [
  '@modelcontextprotocol/server',
  '@octavo/document/reading/count-tokens.ts',
  'typebox',
  'typebox/compile',
];

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
  .filter((file) => existsSync(join(import.meta.dirname, file)));

const importsOf = (text: string) =>
  [...text.matchAll(/^(?:import|export) [^;]*?from '([^']+)';/gm)].map((match) => match[1] ?? '');

const isForeign = (name: string) => !/^\.\.?\/[a-z]/.test(name) && !allowed.includes(name);

it('imports only what is listed', () => {
  expect(sources.length).toBeGreaterThan(10);
  const foreign = sources.flatMap((file) => {
    const names = importsOf(readFileSync(join(import.meta.dirname, file), 'utf8'));
    return names.filter(isForeign).map((name) => `${file} -> ${name}`);
  });
  expect(foreign).toEqual([]);
});

it.each(["import { a } from '@octavo/sdk';", "import fs from 'node:fs';"])('detects %s', (line) => {
  expect(importsOf(line).filter(isForeign)).toHaveLength(1);
});

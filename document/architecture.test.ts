/** The workspace is pure: no I/O, no other workspace, and imports between its directories go one way. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

/** Directory → the directories it may import from, besides itself. Properties and test data may import everything. */
const layers: Readonly<Record<string, readonly string[]>> = {
  model: [],
  schema: ['model'],
  read: ['model'],
  tables: ['model', 'read'],
  layout: ['model', 'read'],
  refine: ['model', 'read', 'tables', 'layout'],
  write: ['model'],
  store: ['model', 'schema', 'write'],
  reading: ['model', 'schema', 'write'],
  citations: ['model', 'reading'],
  chunks: ['model', 'reading', 'write'],
  docling: ['model', 'reading'],
  diff: ['model', 'reading', 'citations', 'write'],
};

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
});
const sources = listed
  .split('\n')
  .filter((file) => file.includes('/') && !file.endsWith('.test.ts'))
  .filter((file) => existsSync(join(import.meta.dirname, file)));

const importsOf = (file: string): readonly string[] => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  return [...text.matchAll(/^(?:import|export) [^;]*?from '([^']+)';/gm)].map((match) => match[1] ?? '');
};

const graph = new Map(sources.map((file) => [file, importsOf(file)]));
const layerOf = (file: string) => file.split('/')[0] ?? '';
const inside = (file: string) =>
  (graph.get(file) ?? [])
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)));

it('imports neither Node, other workspaces nor anything outside of itself', () => {
  const outside = sources.flatMap((file) => [
    ...(graph.get(file) ?? []).filter((name) => name.startsWith('node:') || name.startsWith('@octavo/')),
    ...inside(file).filter((target) => target.startsWith('..')),
  ]);
  expect(outside).toEqual([]);
});

it('imports between directories in one direction', () => {
  const wrong = sources.flatMap((file) => {
    const allowed = layers[layerOf(file)];
    if (!allowed) return [];
    const targets = inside(file).filter((target) => ![layerOf(file), ...allowed].includes(layerOf(target)));
    return targets.map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

it('has no circular imports', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const target of inside(file)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(cycles).toEqual([]);
});

/** Imports go one way: suites use the testkit, never each other; the testkit uses neither a suite nor the server; nothing is circular. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const suites = ['e2e', 'faults', 'security', 'bench'];
const product = ['server', 'sdk', 'cli', 'web'];

type Graph = ReadonlyMap<string, readonly string[]>;

/** Relative imports and those of the testkit, static, dynamic and of types; packages from elsewhere are left out. */
function importsOf(file: string, text: string): readonly string[] {
  const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return named.flatMap((name) => {
    if (name.startsWith('@octavo/testkit/')) return [name.replace('@octavo/', '')];
    if (/^@octavo\/\w+/.test(name)) return [`${name.split('/')[1]}/package`];
    return name.startsWith('.') ? [join(dirname(file), name)] : [];
  });
}

function readGraph(): Graph {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...suites, 'scripts', 'testkit'],
    { cwd: root, encoding: 'utf8' },
  );
  const files = listed
    .split('\n')
    // Two tests contain forbidden imports as text.
    .filter((file) => /\.m?ts$/.test(file) && !/(import-graph|black-box)\.test\.ts$/.test(file))
    .filter((file) => existsSync(join(root, file)));
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));
}

const workspaceOf = (file: string) => file.split('/')[0] ?? '';

/** `fuzz-pdf` and the hostile documents use the engine sandbox and its fixtures. */
const mayUseServer = (file: string) =>
  ['bench', 'scripts'].includes(workspaceOf(file)) ||
  /^security\/(fuzz-pdf|hostile|log-canaries)\//.test(file);

function violation(file: string, target: string): string | null {
  const [from, to] = [workspaceOf(file), workspaceOf(target)];
  if (from === to) return null;
  if (suites.includes(from) && suites.includes(to)) return 'a suite imports another suite';
  if (from === 'testkit' && suites.includes(to)) return 'the testkit imports a suite';
  if (from === 'testkit' && product.includes(to)) return 'the testkit imports the product';
  // How an operator starts a process: the suites start theirs in the same way.
  if (from === 'testkit' && target !== 'scripts/launch.ts') return 'the testkit imports a script';
  if (to === 'server' && !mayUseServer(file)) return 'a black-box suite imports the server';
  return null;
}

const violations = (graph: Graph) =>
  [...graph].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const reason = violation(file, target);
      return reason === null ? [] : [`${file} -> ${target}: ${reason}`];
    }),
  );

/** Each import cycle once, as a path. */
function cycles(graph: Graph): string[] {
  const found: string[] = [];
  const state = new Map<string, 'open' | 'closed'>();
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'closed') return;
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    state.set(file, 'closed');
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

describe('the import graph of the suites', () => {
  const graph = readGraph();

  it('follows the allowed directions', () => {
    expect(graph.size).toBeGreaterThan(200);
    expect(violations(graph)).toEqual([]);
  });

  it('has no cycle', () => {
    expect(cycles(graph)).toEqual([]);
  });

  it.each([
    ['faults/runs/planted.ts', "import { a } from '../../e2e/spec/proves.ts';"],
    ['testkit/load/planted.ts', "import type { A } from '../../faults/runs/all.ts';"],
    ['testkit/load/planted.ts', "const { a } = await import('../../server/src/domain/job.ts');"],
    ['e2e/spec/planted.ts', "export * from '@octavo/server';"],
  ])('detects a forbidden import in %s', (file, line) => {
    expect(violations(new Map([[file, importsOf(file, line)]]))).toHaveLength(1);
  });

  it('detects a cycle', () => {
    const planted = new Map([
      ['testkit/a.ts', ['testkit/b.ts']],
      ['testkit/b.ts', ['testkit/a.ts']],
    ]);
    expect(cycles(planted)).toHaveLength(1);
  });
});

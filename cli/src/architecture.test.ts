/** The imports of the command line follow its layers and have no cycles, and this test notices when they do not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ImportRule, importViolations } from '../../scripts/import-graph.ts';
import { withWorkspace } from '../../scripts/temporary-workspace.ts';

const cli = fileURLToPath(new URL('..', import.meta.url));

const layers = {
  errors: ['options'],
  options: [],
  settings: ['errors', 'options'],
  display: ['errors'],
  completion: ['options'],
  convert: ['display', 'errors', 'options'],
  doctor: ['display', 'errors', 'settings'],
  mcp: ['convert'],
  watch: ['convert', 'display', 'errors'],
  commands: ['completion', 'convert', 'display', 'doctor', 'errors', 'mcp', 'options', 'settings', 'watch'],
  program: ['commands', 'display', 'options'],
};

const rules: readonly ImportRule[] = [
  {
    // `octavo --help` must start fast, so the command tree loads no command before it is called.
    name: 'the command tree loads commands on demand',
    severity: 'error',
    from: { path: '^src/program/', pathNot: '\\.test\\.ts$' },
    to: { path: '^src/commands/', dynamic: false },
  },
];

describe('the command line', () => {
  // Reads every source file, which takes a while on a busy machine.
  it('has no import cycles and imports only from lower layers', { timeout: 120_000 }, async () => {
    expect(await importViolations(cli, { layers, rules })).toEqual([]);
  });

  it('has no directory without a layer', () => {
    const directories = readdirSync(join(cli, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name);
    expect(directories.sort()).toEqual(Object.keys(layers).sort());
  });
});

describe('finds', () => {
  const violationsOf = (files: Readonly<Record<string, string>>) =>
    withWorkspace(files, (directory) => importViolations(directory, { layers, rules }));

  it('a cycle, even through an import on demand', async () => {
    const violations = await violationsOf({
      'program/a.ts': "export const a = () => import('../commands/b.ts');",
      'commands/b.ts': "import type { a } from '../program/a.ts';\nexport type B = typeof a;",
    });
    expect(violations.some((violation) => violation.startsWith('no cycles'))).toBe(true);
  });

  it('an import from a higher layer', async () => {
    const violations = await violationsOf({
      'display/a.ts': "import { b } from '../convert/b.ts';\nexport const a = b;",
      'convert/b.ts': 'export const b = 1;',
    });
    expect(violations).toEqual(['display imports only errors: src/display/a.ts -> src/convert/b.ts']);
  });

  it('a command that is loaded together with the command tree', async () => {
    const violations = await violationsOf({
      'program/a.ts': "import { b } from '../commands/b.ts';\nexport const a = b;",
      'commands/b.ts': 'export const b = 1;',
    });
    expect(violations).toEqual([
      'the command tree loads commands on demand: src/program/a.ts -> src/commands/b.ts',
    ]);
  });
});

/** Imports go one way, as described in ARCHITECTURE.md. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { importViolations, modules } from './import-graph.ts';

const server = fileURLToPath(new URL('..', import.meta.url));

describe('the server', () => {
  it('follows the import graph and has no cycles', async () => {
    expect(await importViolations(server)).toEqual([]);
  });

  it('has no module that the graph does not list', () => {
    const found = readdirSync(join(server, 'src'), { withFileTypes: true });
    const unlisted = found.filter((entry) => !(entry.name in modules) && entry.name !== 'start');
    expect(unlisted.map((entry) => entry.name)).toEqual([]);
  });

  it('reads the environment only in config and start', () => {
    const files = readdirSync(join(server, 'src'), { recursive: true, encoding: 'utf8' });
    const readers = files.filter(
      (file) =>
        file.endsWith('.ts') &&
        !/^(config|start)\//.test(file) &&
        readFileSync(join(server, 'src', file), 'utf8').includes('process.env'),
    );
    expect(readers).toEqual([]);
  });
});

describe('a violation is reported:', () => {
  let directory: string;
  afterEach(() => rmSync(directory, { recursive: true }));

  async function violationsOf(files: Record<string, string>): Promise<readonly string[]> {
    directory = mkdtempSync(join(tmpdir(), 'octavo-graph-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, 'src', path)), { recursive: true });
      writeFileSync(join(directory, 'src', path), text);
    }
    return importViolations(directory);
  }

  it('domain code that imports an adapter', async () => {
    const violations = await violationsOf({
      'domain/job.ts': "import { table } from '../postgres/jobs.ts';\nexport const job = table;",
      'postgres/jobs.ts': "export const table = 'jobs';",
    });
    expect(violations).toEqual(['domain imports only itself: src/domain/job.ts -> src/postgres/jobs.ts']);
  });

  it('adapters that import each other, even only a type', async () => {
    const violations = await violationsOf({
      's3/blobs.ts': "import type { Row } from '../postgres/rows.ts';\nexport type Blob = Row;",
      'postgres/rows.ts': 'export type Row = string;',
    });
    expect(violations).toEqual([
      's3 imports only ports, domain, protocol: src/s3/blobs.ts -> src/postgres/rows.ts',
    ]);
  });

  it('an entry point that bypasses the actions', async () => {
    const violations = await violationsOf({
      'http/app.ts': "import { store } from '../postgres/store.ts';\nexport const app = store;",
      'postgres/store.ts': 'export const store = 1;',
    });
    expect(violations).toHaveLength(1);
  });

  it('a cycle', async () => {
    const violations = await violationsOf({
      'domain/a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
      'domain/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
    });
    expect(violations.some((violation) => violation.startsWith('no cycles'))).toBe(true);
  });
});

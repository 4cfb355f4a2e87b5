/** Imports go one way: the graph of ARCHITECTURE.md holds, and this test notices when it does not. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { importViolations, modules } from './import-graph.ts';

const server = fileURLToPath(new URL('..', import.meta.url));

describe('the server', () => {
  it('keeps the import graph and has no circles', async () => {
    expect(await importViolations(server)).toEqual([]);
  });

  it('has no room the graph does not know', () => {
    const found = readdirSync(join(server, 'src'), { withFileTypes: true });
    const strangers = found.filter((entry) => !(entry.name in modules) && entry.name !== 'start');
    expect(strangers.map((entry) => entry.name)).toEqual([]);
  });

  it('reads the environment in config and start alone', () => {
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

describe('a planted violation is found:', () => {
  let planted: string;
  afterEach(() => rmSync(planted, { recursive: true }));

  async function violationsOf(files: Record<string, string>): Promise<readonly string[]> {
    planted = mkdtempSync(join(tmpdir(), 'octavo-graph-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(planted, 'src', path)), { recursive: true });
      writeFileSync(join(planted, 'src', path), text);
    }
    return importViolations(planted);
  }

  it('a noun that names an adapter', async () => {
    const violations = await violationsOf({
      'domain/job.ts': "import { table } from '../postgres/jobs.ts';\nexport const job = table;",
      'postgres/jobs.ts': "export const table = 'jobs';",
    });
    expect(violations).toEqual(['domain imports only itself: src/domain/job.ts -> src/postgres/jobs.ts']);
  });

  it('adapters that name each other, even for a type alone', async () => {
    const violations = await violationsOf({
      's3/blobs.ts': "import type { Row } from '../postgres/rows.ts';\nexport type Blob = Row;",
      'postgres/rows.ts': 'export type Row = string;',
    });
    expect(violations).toEqual(['s3 imports only ports, domain: src/s3/blobs.ts -> src/postgres/rows.ts']);
  });

  it('a door that goes around the actions', async () => {
    const violations = await violationsOf({
      'http/app.ts': "import { store } from '../postgres/store.ts';\nexport const app = store;",
      'postgres/store.ts': 'export const store = 1;',
    });
    expect(violations).toHaveLength(1);
  });

  it('a circle', async () => {
    const violations = await violationsOf({
      'domain/a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
      'domain/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
    });
    expect(violations.some((violation) => violation.startsWith('no circles'))).toBe(true);
  });
});

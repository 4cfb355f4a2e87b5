/** The imports of the SDK follow its layers and have no cycles, and this test notices when they do not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importViolations } from '../../scripts/import-graph.ts';
import { withWorkspace } from '../../scripts/temporary-workspace.ts';

const sdk = fileURLToPath(new URL('..', import.meta.url));

const layers = {
  generated: [],
  errors: ['generated'],
  document: ['errors'],
  webhooks: ['errors'],
  receipts: [],
  request: ['errors'],
  download: ['errors', 'request'],
  resources: ['errors', 'request', 'download', 'webhooks'],
  convert: ['request', 'download', 'resources', 'document'],
};

describe('the SDK', () => {
  // Reads every source file, which takes a while on a busy machine.
  it('has no import cycles and imports only from lower layers', { timeout: 120_000 }, async () => {
    expect(await importViolations(sdk, { layers })).toEqual([]);
  });

  it('has no directory without a layer', () => {
    const directories = readdirSync(join(sdk, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name);
    expect(directories.sort()).toEqual(Object.keys(layers).sort());
  });
});

describe('finds', () => {
  it('a cycle of type imports', async () => {
    const violations = await withWorkspace(
      {
        'request/a.ts': "import type { B } from './b.ts';\nexport type A = B | null;",
        'request/b.ts': "import type { A } from './a.ts';\nexport type B = A | 1;",
      },
      (directory) => importViolations(directory, { layers }),
    );
    expect(violations.some((violation) => violation.startsWith('no cycles'))).toBe(true);
  });

  it('an import from a higher layer', async () => {
    const violations = await withWorkspace(
      {
        'errors/a.ts': "import { b } from '../resources/b.ts';\nexport const a = b;",
        'resources/b.ts': 'export const b = 1;',
      },
      (directory) => importViolations(directory, { layers }),
    );
    expect(violations).toEqual(['errors imports only generated: src/errors/a.ts -> src/resources/b.ts']);
  });
});

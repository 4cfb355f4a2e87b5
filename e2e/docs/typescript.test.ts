/** Every TypeScript snippet of the guides compiles, and runs against the service as it is written. */
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeBrokenDocument, makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installIntegrations } from '../integrations/install.ts';
import type { Installation } from '../sdk/package.ts';
import { sampleDocument, snippetsIn } from './snippets.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const snippets = snippetsIn('ts');

let installation: Installation;
let owner: Account;
let key: { readonly id: string; readonly raw_key: string };

const fileOf = (index: number) => `snippet-${index}.mts`;

/** What the guides take for granted: a report, two versions of a contract, a folder of PDFs, one of which is broken. */
async function furnish(directory: string): Promise<void> {
  await mkdir(join(directory, 'in'));
  await writeFile(join(directory, 'report.pdf'), makeRichDocument());
  await writeFile(join(directory, 'sample.pdf'), sampleDocument());
  await writeFile(join(directory, 'contract-v1.pdf'), makeDocument({ title: 'A fee of EUR 500 in section' }));
  await writeFile(join(directory, 'contract-v2.pdf'), makeDocument({ title: 'A fee of EUR 600 in section' }));
  await writeFile(join(directory, 'in', 'first.pdf'), makeDocument({ title: 'First' }));
  await writeFile(join(directory, 'in', 'second.pdf'), makeDocument({ title: 'Second' }));
  await writeFile(join(directory, 'in', 'third.pdf'), makeBrokenDocument());
  const types = join(directory, 'node_modules', '@types');
  await mkdir(types);
  await symlink(join(root, 'node_modules/@types/node'), join(types, 'node'));
  await symlink(join(root, 'node_modules/undici-types'), join(directory, 'node_modules/undici-types'));
}

beforeAll(async () => {
  owner = await account('business');
  key = await createKey(owner, 'snippets');
  installation = await installIntegrations();
  await furnish(installation.directory);
  for (const [index, { code }] of snippets.entries()) {
    await writeFile(join(installation.directory, fileOf(index)), code);
  }
});

afterAll(async () => {
  await installation?.remove();
  if (key) await revokeKey(owner, key.id);
});

describe('the TypeScript snippets', () => {
  it('are there', () => {
    expect(snippets.length).toBeGreaterThan(15);
  });

  it('compile', async () => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['ES2023'],
      types: ['node'],
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    };
    const files = snippets.map((_, index) => fileOf(index));
    await writeFile(
      join(installation.directory, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files }),
    );
    const compile = run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
      cwd: installation.directory,
    });
    const output = await compile.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(output).toBe('');
  });

  it.each(snippets.map(({ place }, index) => [place, index] as const))('%s runs', async (_, index) => {
    const { stdout } = await run(process.execPath, [fileOf(index)], {
      cwd: installation.directory,
      timeout: 120_000,
      env: {
        PATH: process.env['PATH'] ?? '',
        ['OCTAVO_API_KEY']: key.raw_key,
        ['OCTAVO_BASE_URL']: context.baseUrl,
      },
    });
    const wanted = snippets[index]?.output;
    if (wanted !== null && wanted !== undefined)
      expect(stdout.replaceAll('\r\n', '\n').trim()).toBe(wanted.trim());
  });
});

/** The types of the packed SDK work for every compiler setting, and describe exactly what a call returns. */
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, installSdk } from './package.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const program = `
import { Octavo, QuotaExceededError, tables, type Job, type ParsedDocument } from '@octavo/sdk';

const client = new Octavo({ apiKey: 'oct_x', baseUrl: 'https://octavo.example.com' });

export async function use(file: Blob): Promise<void> {
  const both = await client.convert(file);
  const markdown: string = both.markdown;
  const tree: ParsedDocument = both.json;
  // @ts-expect-error html was not asked for
  const html: string = both.html;
  const one = await client.convert(file, { format: ['html'], pages: '1-3', table_method: 'cluster' });
  const known: string = one.html;
  const none: undefined = one.markdown;
  // @ts-expect-error no such format
  await client.convert(file, { format: ['docx'] });
  // @ts-expect-error no such value
  await client.convert(file, { table_method: 'magic' });
  const rows: readonly (readonly string[])[] = tables(tree).flatMap((table) => table.rows);
  const job: Job = await client.jobs.retrieve(both.jobId, { include: ['file'] });
  const status: 'pending' | 'processing' | 'done' | 'failed' = job.status;
  for await (const event of client.jobs.watch(job.id)) {
    if (event.type === 'job.progress') event.data.pages_done satisfies number;
    else event.data.status satisfies string;
  }
  try {
    await client.jobs.create({ file });
  } catch (error) {
    if (error instanceof QuotaExceededError) error.pagesRemaining satisfies number;
  }
  console.log(markdown, html, known, none, rows, status);
}
`;

const compilers = {
  'a browser, by a bundler': {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: [],
  },
  'Node, as a module': { module: 'nodenext', moduleResolution: 'nodenext', lib: ['ES2022'], types: ['node'] },
  'Node with the types of a browser as well': {
    module: 'node16',
    moduleResolution: 'node16',
    lib: ['ES2023', 'DOM'],
    types: ['node'],
  },
};

describe('types', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await installSdk();
    const types = join(installation.directory, 'node_modules', '@types');
    await mkdir(types);
    await symlink(join(root, 'node_modules/@types/node'), join(types, 'node'));
    await symlink(
      join(root, 'node_modules/undici-types'),
      join(installation.directory, 'node_modules/undici-types'),
    );
    await writeFile(join(installation.directory, 'module.mts'), program);
    await writeFile(join(installation.directory, 'common.cts'), program);
  });
  afterAll(() => installation?.remove());

  it.each(Object.entries(compilers))('fit %s', async (_, options) => {
    const isBundled = options.moduleResolution === 'bundler';
    const config = {
      compilerOptions: {
        ...options,
        target: 'es2022',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
      },
      files: isBundled ? ['module.mts'] : ['module.mts', 'common.cts'],
    };
    await writeFile(join(installation.directory, 'tsconfig.json'), JSON.stringify(config));
    const compile = promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
      cwd: installation.directory,
      timeout: 120_000,
    });
    const output = await compile.then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    expect(output).toBe('');
  });
});

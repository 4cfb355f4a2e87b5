/** Clients generated from openapi.json compile, and convert a document. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (path: string) => join(root, 'node_modules', path);

/** Each program prints the markdown that it downloaded. */
const programs = {
  'openapi-typescript': `
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const client = createClient<paths>({
  baseUrl: process.env['OCTAVO_URL'] ?? '',
  headers: { Authorization: 'Bearer ' + process.env['OCTAVO_SESSION'] },
});
const pdf = new Blob([readFileSync('document.pdf')], { type: 'application/pdf' });
const { data: job, error } = await client.POST('/jobs', {
  body: { file: pdf as unknown as string, options: { format: ['markdown'] } },
  bodySerializer: ({ file, options }) => {
    const form = new FormData();
    form.append('file', file as unknown as Blob, 'document.pdf');
    form.append('options', JSON.stringify(options));
    return form;
  },
});
if (!job) throw new Error(JSON.stringify(error));
const path = { id: job.id };
const { data: done } = await client.GET('/jobs/{id}', { params: { path, query: { wait: 60 } } });
if (done?.status !== 'done') throw new Error(done?.error_message ?? 'the job is not done');
const { data: markdown } = await client.GET('/jobs/{id}/download/{fmt}', {
  params: { path: { ...path, fmt: 'markdown' } },
  parseAs: 'text',
});
console.log(markdown);
`,
  '@hey-api/openapi-ts': `
import { readFileSync } from 'node:fs';
import { client } from './client/client.gen.js';
import { createJob, downloadOutput, getJob } from './client/index.js';

client.setConfig({
  baseUrl: process.env['OCTAVO_URL'] ?? '',
  headers: { Authorization: 'Bearer ' + process.env['OCTAVO_SESSION'] },
});
const pdf = new File([readFileSync('document.pdf')], 'document.pdf', { type: 'application/pdf' });
const { data: job, error } = await createJob({ body: { file: pdf, options: { format: ['markdown'] } } });
if (!job) throw new Error(JSON.stringify(error));
const { data: done } = await getJob({ path: { id: job.id }, query: { wait: 60 } });
if (done?.status !== 'done') throw new Error(done?.error_message ?? 'the job is not done');
const { data: markdown } = await downloadOutput({ path: { id: job.id, fmt: 'markdown' }, parseAs: 'text' });
console.log(markdown);
`,
} as const;

type Name = keyof typeof programs;
const names = Object.keys(programs) as Name[];

const compilerOptions = {
  strict: true,
  outDir: 'dist',
  rootDir: '.',
  target: 'es2023',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  skipLibCheck: true,
};

let directory: string;
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, args, { cwd: directory, env: { ...process.env, ...env } });

const generate: Readonly<Record<Name, readonly string[]>> = {
  'openapi-typescript': [bin('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'schema.ts'],
  '@hey-api/openapi-ts': [
    bin('@hey-api/openapi-ts/bin/run.js'),
    ...['-i', 'openapi.json', '-o', 'client', '--no-log-file'],
  ],
};

const fileOf = (name: Name) => name.replaceAll(/\W/g, '-');

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'octavo-clients-'));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  await copyFile(join(root, 'server/openapi.json'), join(directory, 'openapi.json'));
  await writeFile(join(directory, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await writeFile(join(directory, 'document.pdf'), makeDocument());
  for (const name of names) {
    await run(generate[name]);
    await writeFile(join(directory, `${fileOf(name)}.ts`), programs[name]);
  }
});
afterAll(() => rm(directory, { recursive: true }));

it('the clients compile', async () => {
  await run([bin('typescript/bin/tsc'), '-p', '.']).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout);
  });
});

it.each(names)('the client of %s converts a document', async (name) => {
  const { session } = await account('pro');
  const { stdout } = await run([`dist/${fileOf(name)}.js`], {
    OCTAVO_URL: context.baseUrl,
    OCTAVO_SESSION: session,
  });
  expect(stdout.trim().length).toBeGreaterThan(10);
});

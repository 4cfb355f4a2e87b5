/** Every Python snippet of the guides runs against the service as it is written, and passes the type checker. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeBrokenDocument, makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPython, type PythonInstallation, systemPython } from '../python/python-package.ts';
import { type Cast, castFor } from '../sdk/facts.ts';
import { sampleDocument, snippetsIn } from './snippets.ts';

const run = promisify(execFile);
const snippets = snippetsIn('python');

let installation: PythonInstallation;
let cast: Cast;

const fileOf = (index: number) => `snippet_${index}.py`;

beforeAll(async () => {
  installation = await installPython();
  cast = await castFor();
  const { directory } = installation;
  await mkdir(join(directory, 'in'));
  await writeFile(join(directory, 'report.pdf'), makeRichDocument());
  await writeFile(join(directory, 'sample.pdf'), sampleDocument());
  for (const [name, fee] of [
    ['contract-v1.pdf', 500],
    ['contract-v2.pdf', 600],
  ] as const)
    await writeFile(join(directory, name), makeDocument({ title: `A fee of EUR ${fee} in section` }));
  await writeFile(join(directory, 'in', 'first.pdf'), makeDocument({ title: 'First' }));
  await writeFile(join(directory, 'in', 'second.pdf'), makeBrokenDocument());
  for (const [index, { code }] of snippets.entries()) await writeFile(join(directory, fileOf(index)), code);
});

afterAll(async () => {
  await cast?.dismiss();
  await installation?.remove();
});

describe('the Python snippets', () => {
  it('are there', () => {
    expect(snippets.length).toBeGreaterThan(8);
  });

  it('pass the type checker', { timeout: 300_000 }, async () => {
    const { directory, python } = installation;
    const options = ['--enable-incomplete-feature=Unpack', '--cache-dir=/dev/null', '--no-error-summary'];
    const files = snippets.map((_, index) => fileOf(index));
    const check = run(systemPython, ['-m', 'mypy', ...options, '--python-executable', python, ...files], {
      cwd: directory,
      timeout: 290_000,
    });
    const output = await check.then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(output).toBe('');
  });

  it.each(snippets.map(({ place }, index) => [place, index] as const))('%s runs', async (_, index) => {
    const { stdout } = await run(installation.python, [fileOf(index)], {
      cwd: installation.directory,
      timeout: 170_000,
      env: {
        PATH: process.env['PATH'] ?? '',
        ['OCTAVO_API_KEY']: cast.facts.apiKey,
        ['OCTAVO_BASE_URL']: cast.facts.baseUrl,
      },
    });
    const wanted = snippets[index]?.output;
    if (wanted !== null && wanted !== undefined) expect(stdout.trim()).toBe(wanted.trim());
  });
});

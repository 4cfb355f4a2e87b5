/** The GitHub Action, run as a runner does, with the packed command line against the service. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, type NewApiKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tarballs } from '../cli/package.ts';
import { readAction, runAction } from './run-action.ts';

let owner: Account;
let key: NewApiKey;
let cli: string;
let workspace: string;

beforeAll(async () => {
  owner = await account('business');
  key = await createKey(owner, 'action');
  cli = (await tarballs()).join(' ');
});
afterAll(async () => {
  if (key) await revokeKey(owner, key.id);
});
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'octavo-workspace-'));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

function write(path: string, content: Uint8Array): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), content);
}

const read = (path: string) => readFileSync(join(workspace, path), 'utf8');

const run = (inputs: Readonly<Record<string, string>>) =>
  runAction(workspace, { 'api-key': key.raw_key, 'base-url': context.baseUrl, cli, ...inputs });

describe('the action', () => {
  it('converts files, directories and patterns, and says how many', async () => {
    write('docs/a.pdf', makeDocument({ title: 'Alpha', pages: 2 }));
    write('docs/deep/b.pdf', makeDocument({ title: 'Beta' }));
    write('one file.pdf', makeDocument({ title: 'Gamma' }));
    write('other.pdf', makeDocument({ title: 'Delta' }));
    const ran = await run({
      files: 'docs/**/*.pdf\n\none file.pdf\n',
      format: 'markdown,text',
      output: 'out',
    });
    expect(ran.log).toContain('::stop-commands::');
    expect(ran).toMatchObject({
      code: 0,
      outputs: { converted: '3', skipped: '0', failed: '0', pages: '4' },
    });
    expect(read('out/one file.md')).toContain('Gamma 1');
    expect(ran.summary).toContain('3 converted (4 pages), 0 up to date, 0 failed.');
    expect(existsSync(join(workspace, '.octavo'))).toBe(false);
    expect(ran.log).not.toContain(key.raw_key);
  });

  it('puts results next to each file by default', async () => {
    write('docs/a.pdf', makeDocument({ title: 'Alpha' }));
    expect(await run({ options: 'include_header_footer=true\nkeep_line_breaks=true' })).toMatchObject({
      code: 0,
    });
    expect(read('docs/a.md')).toContain('Alpha 1');
  });

  it('converts only what has changed if its state is kept', async () => {
    write('a.pdf', makeDocument({ title: 'First' }));
    write('b.pdf', makeDocument({ title: 'Second' }));
    await run({ state: '.octavo' });
    write('b.pdf', makeDocument({ title: 'Changed' }));
    expect(await run({ state: '.octavo' })).toMatchObject({ outputs: { converted: '1', skipped: '1' } });
    expect(read('b.md')).toContain('Changed 1');
  });

  it('annotates files that fail, converts the others, and fails at the end', async () => {
    write('bad: 1,2.pdf', makeBrokenDocument());
    write('good.pdf', makeDocument({ title: 'Good' }));
    const ran = await run({});
    expect(ran).toMatchObject({ code: 3, outputs: { converted: '1', failed: '1' } });
    expect(ran.log).toMatch(/^::error file=bad%3A 1%2C2\.pdf,title=Not converted::./m);
    expect(ran.summary).toMatch(/^\| bad: 1,2\.pdf \| .+ \|$/m);
    expect(read('good.md')).toContain('Good 1');
    expect(await run({ 'fail-on-error': 'false' })).toMatchObject({ code: 0, outputs: { failed: '1' } });
  });

  it('takes no input for a command', async () => {
    write('a.pdf', makeDocument());
    const hostile = '$(touch pwned); touch pwned; `touch pwned`';
    for (const name of ['files', 'format', 'options', 'output']) await run({ [name]: `${hostile}\n--help` });
    expect(existsSync(join(workspace, 'pwned'))).toBe(false);
  });

  it.each([
    ['a wrong key', { 'api-key': 'oct_wrong' }, 4],
    ['nothing to convert', { files: 'none/*.pdf' }, 2],
  ])('fails with %s', async (_, inputs, code) => {
    write('a.pdf', makeDocument());
    expect(await run(inputs)).toMatchObject({ code, outputs: { converted: '0' } });
  });
});

it('passes inputs to the shell through variables only', () => {
  const { using, steps } = readAction().runs;
  expect(using).toBe('composite');
  expect(steps.filter(({ run: command }) => command.includes('${{'))).toEqual([]);
});

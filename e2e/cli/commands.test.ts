/** Every command against the running service: what it prints, where it prints it, and how it ends. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBrokenDocument, makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { makeManual } from '@octavo/testkit/documents/manual.ts';
import { listKeys } from '@octavo/testkit/service-under-test/keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliSandbox } from './cli-sandbox.ts';

let sandbox: CliSandbox;
beforeAll(async () => {
  sandbox = await CliSandbox.open();
  sandbox.write('report.pdf', makeRichDocument());
  sandbox.write('secret.pdf', makeDocument({ password: 'sesame', title: 'Secret' }));
  sandbox.write('broken.pdf', makeBrokenDocument());
  sandbox.write('notes.pdf', 'This is no PDF.');
});
afterAll(() => sandbox.close());

type JobBody = { readonly id: string; readonly status: string; readonly file?: { readonly name: string } };

describe('octavo verify', () => {
  it('accepts the files of a receipt and no others, and gets the same outputs again', async () => {
    const formats = ['-f', 'markdown,json', '-o', 'proof'];
    const { job_id: id } = await sandbox.json<{ job_id: string }>(['convert', 'report.pdf', ...formats]);
    await sandbox.ok(['jobs', 'receipt', id, '-o', 'receipt.json']);
    const verify = (...rest: string[]) => sandbox.run(['verify', '--receipt', 'receipt.json', ...rest]);
    const fine = await verify('proof/report.md', 'proof/report.json', 'report.pdf', '--rerun');
    expect(fine.stdout).toMatch(/^receipt {4}valid/);
    expect(fine.stdout).toContain('proof/report.md  (markdown)');
    expect(fine.stdout).toContain('same       markdown, converted again');
    expect([fine.code, fine.stdout.includes('DIFFERENT')]).toEqual([0, false]);
    const other = await verify('proof/report.md', 'notes.pdf');
    expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('NO MATCH   notes.pdf')]);
    const receipt = JSON.parse(readFileSync(join(sandbox.cwd, 'receipt.json'), 'utf8'));
    const payload = Buffer.from(receipt.payload, 'base64').toString().replace('markdown', 'markdowm');
    sandbox.write(
      'receipt.json',
      JSON.stringify({ ...receipt, payload: Buffer.from(payload).toString('base64') }),
    );
    expect(await verify('proof/report.md')).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('octavo convert', () => {
  it('prints one text on stdout and nothing on stderr', async () => {
    const { code, stdout, stderr } = await sandbox.run(['convert', 'report.pdf']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^# Octavo quarterly report\n/);
    expect(existsSync(join(sandbox.cwd, '.octavo'))).toBe(false);
  });

  it('converts the same file with the same options once, however often it is asked', async () => {
    const { job_id: first } = await sandbox.json<{ job_id: string }>(['convert', 'report.pdf', '-f', 'html']);
    const { job_id: second } = await sandbox.json<{ job_id: string }>([
      'convert',
      'report.pdf',
      '-f',
      'html',
    ]);
    const { job_id: forced } = await sandbox.json<{ job_id: string }>([
      'convert',
      'report.pdf',
      '-f',
      'html',
      '--force',
    ]);
    expect(second).toBe(first);
    expect(forced).not.toBe(first);
  });

  it('makes a new job of a file whose job was deleted', async () => {
    const { job_id: first } = await sandbox.json<{ job_id: string }>(['convert', 'report.pdf', '-f', 'json']);
    await sandbox.ok(['jobs', 'delete', first, '--yes']);
    const again = await sandbox.json<{ job_id: string; results: object }>([
      'convert',
      'report.pdf',
      '-f',
      'json',
    ]);
    expect(again.job_id).not.toBe(first);
    expect(again.results).toHaveProperty('json.kids');
  });

  it('writes several formats into files and names them', async () => {
    const stdout = await sandbox.ok([
      'convert',
      'report.pdf',
      '-f',
      'md,json,tagged-pdf,images',
      '-o',
      'out',
    ]);
    expect(stdout.trim().split('\n')).toEqual([
      'out/report.md',
      'out/report.json',
      'out/report-tagged.pdf',
      'out/report-images',
    ]);
    expect(readFileSync(join(sandbox.cwd, 'out/report-tagged.pdf'), 'latin1')).toMatch(/^%PDF-/);
    const [image = ''] = readdirSync(join(sandbox.cwd, 'out/report-images'));
    expect(readFileSync(join(sandbox.cwd, 'out/report.md'), 'utf8')).toContain(`report-images/${image}`);
  });

  it('reads stdin', async () => {
    const input = makeDocument({ title: 'From a pipe' });
    expect(await sandbox.ok(['convert', '-', '-f', 'text'], { input })).toContain('From a pipe 1');
    await sandbox.ok(['convert', '-', '-f', 'md,text', '-o', 'piped', '--name', 'letter'], { input });
    expect(readdirSync(join(sandbox.cwd, 'piped')).sort()).toEqual(['letter.md', 'letter.txt']);
  });

  it('takes the password from a variable or from stdin', async () => {
    const env = { OCTAVO_PDF_PASSWORD: 'sesame' };
    expect(await sandbox.ok(['convert', 'secret.pdf', '-f', 'text'], { env })).toContain('Secret 1');
    const args = ['convert', 'secret.pdf', '-f', 'text', '--password-stdin'];
    expect(await sandbox.ok(args, { input: 'sesame\n' })).toContain('Secret 1');
  });

  it('passes pages and options of the parser on', async () => {
    sandbox.write('pages.pdf', makeDocument({ pages: 3, title: 'Sheet' }));
    const args = [
      'convert',
      'pages.pdf',
      '-f',
      'text',
      '--pages',
      '2',
      '-O',
      'text_page_separator=--%page-number%--',
    ];
    const text = await sandbox.ok(args);
    expect(text).toContain('Sheet 2');
    expect(text).not.toContain('Sheet 1');
    expect(text).toContain('--2--');
  });

  it('leaves with the id of the job when told not to wait, and fetches the results later', async () => {
    sandbox.write('later.pdf', makeDocument({ title: 'Later' }));
    const id = (await sandbox.ok(['convert', 'later.pdf', '-f', 'text', '--no-wait'])).trim();
    expect(await sandbox.ok(['jobs', 'wait', id])).toBe(`${id}  Done  1 page\n`);
    expect(await sandbox.ok(['jobs', 'download', id])).toContain('Later 1');
  });

  it('leaves nothing at the service with --delete-after', async () => {
    const args = ['convert', 'report.pdf', '-f', 'text', '--force', '--delete-after'];
    const { job_id: id } = await sandbox.json<{ job_id: string }>(args);
    expect((await sandbox.run(['jobs', 'get', id])).code).toBe(1);
  });
});

describe('exit codes', () => {
  const cases: readonly [string, readonly string[], number, RegExp][] = [
    [
      'a job that failed',
      ['convert', 'broken.pdf'],
      1,
      /^error: Job \S+ failed: .*\nnext: {2}No pages were charged\./,
    ],
    ['a file that is no PDF', ['convert', 'notes.pdf'], 1, /^error: .*PDF.*\nnext: {2}.*\nrequest: /],
    [
      'a password that is missing',
      ['convert', 'secret.pdf'],
      1,
      /next: {2}Add --password to be prompted for it/,
    ],
    [
      'a job that is not there',
      ['jobs', 'get', crypto.randomUUID()],
      1,
      /next: {2}Check the id\. octavo jobs list/,
    ],
    [
      'an option of the parser there is not',
      ['convert', 'report.pdf', '-O', 'magic=true'],
      1,
      /options\.magic|magic/,
    ],
    ['a wrong command line', ['convert', '--fromat'], 2, /Did you mean --format\?/],
    ['a file that is not there', ['convert', 'missing.pdf'], 2, /^error: missing\.pdf does not exist\./],
    ['nobody to confirm', ['jobs', 'delete', 'x'], 2, /next: {2}Add --yes/],
  ];
  it.each(cases)('%s', async (_, args, code, shown) => {
    const ended = await sandbox.run(args);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toMatch(shown);
  });

  it('4: a key that is not accepted', async () => {
    const env = { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}` };
    const { code, stderr } = await sandbox.run(['convert', 'report.pdf'], { env });
    expect(code).toBe(4);
    expect(stderr).toContain('next:  Run octavo login with a valid key.');
  });

  it('6: a job that takes longer than allowed goes on', async () => {
    // Long enough that the service cannot have finished it when its status is read for the first time.
    sandbox.write('timeout.pdf', makeManual(100));
    const { code, stderr } = await sandbox.run(['convert', 'timeout.pdf', '--timeout', '1ms']);
    expect(code).toBe(6);
    const [, id = ''] = /^job: {3}(\S+)$/m.exec(stderr) ?? [];
    expect(stderr).toContain(`octavo jobs wait ${id}`);
    expect(await sandbox.ok(['jobs', 'wait', id])).toContain('Done');
  });

  it('7: a service that is not there', async () => {
    const env = { OCTAVO_BASE_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await sandbox.run(['keys', 'create', 'x'], { env });
    expect(code).toBe(7);
    expect(stderr).toMatch(/next: {2}Check the server URL and the network with octavo doctor/);
  });
});

describe('octavo jobs', () => {
  it('lists, shows and deletes', async () => {
    const { job_id: id } = await sandbox.json<{ job_id: string }>([
      'convert',
      'report.pdf',
      '-f',
      'text',
      '--force',
    ]);
    const list = await sandbox.json<readonly JobBody[]>(['jobs', 'list', '--status', 'done', '--limit', '1']);
    expect(list).toMatchObject([{ id, status: 'done', file: { name: 'report.pdf' } }]);
    expect(await sandbox.ok(['jobs', 'list'])).toMatch(new RegExp(`^${id} {2}Done +1 `, 'm'));
    expect(await sandbox.ok(['jobs', 'get', id])).toMatch(/^status +Done$/m);
    const ended = await sandbox.run(['jobs', 'delete', id, crypto.randomUUID(), '--yes']);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toBe(`${id}  deleted\n`);
    expect((await sandbox.run(['jobs', 'get', id])).code).toBe(1);
  });

  it('waits for several, and says which failed', async () => {
    const good = (await sandbox.ok(['convert', 'report.pdf', '--no-wait', '--force'])).trim();
    const bad = (await sandbox.ok(['convert', 'broken.pdf', '--no-wait', '--force'])).trim();
    const { code, stdout, stderr } = await sandbox.run(['jobs', 'wait', good, bad]);
    expect([code, stdout]).toEqual([3, `${good}  Done  1 page\n`]);
    expect(stderr).toContain(`Job ${bad} failed`);
  });

  it('downloads all formats into files, under the name of the file', async () => {
    const { job_id: id } = await sandbox.json<{ job_id: string }>(['convert', 'report.pdf', '-f', 'md,text']);
    const stdout = await sandbox.ok(['jobs', 'download', id, '-o', 'fetched']);
    expect(stdout).toBe('fetched/report.md\nfetched/report.txt\n');
    expect(await sandbox.ok(['jobs', 'download', id, '-f', 'text'])).toContain('Octavo quarterly report');
  });

  it('adds a text format to a job that is done', async () => {
    const { job_id: id } = await sandbox.json<{ job_id: string }>(['convert', 'report.pdf', '--force']);
    expect(await sandbox.ok(['jobs', 'outputs', id, '-f', 'html'])).toBe(`${id}  markdown, html\n`);
    expect(await sandbox.ok(['jobs', 'get', id])).toMatch(/^formats +markdown, html$/m);
    expect(await sandbox.ok(['jobs', 'download', id, '-f', 'html'])).toContain('<!');
    const { code, stderr } = await sandbox.run(['jobs', 'outputs', crypto.randomUUID(), '-f', 'html']);
    expect(code).toBe(1);
    expect(stderr).toContain('octavo jobs list');
  });

  it('refuses to download what is not done, and says how to wait', async () => {
    const bad = (await sandbox.ok(['convert', 'broken.pdf', '--no-wait', '--force'])).trim();
    await sandbox.run(['jobs', 'wait', bad]);
    expect(await sandbox.run(['jobs', 'download', bad])).toMatchObject({ code: 1, stdout: '' });
  });

  it('opens the page of a job in the browser that is named', async () => {
    const { job_id: id } = await sandbox.json<{ job_id: string }>(['convert', 'report.pdf']);
    const { stdout } = await sandbox.run(['jobs', 'open', id], { env: { BROWSER: '/bin/true' } });
    expect(stdout).toMatch(new RegExp(`/app/jobs/${id}\n$`));
    const { stderr } = await sandbox.run(['jobs', 'open', id], { env: { BROWSER: '/no/browser' } });
    expect(stderr).toContain('No browser was found');
  });
});

describe('the account', () => {
  it('shows plan, pages and keys', async () => {
    expect(await sandbox.ok(['account'])).toMatch(/^plan +business$/m);
    const { account } = await sandbox.json<{ account: { tier: string } }>(['account']);
    expect(account.tier).toBe('business');
    expect(await sandbox.ok(['usage'])).toMatch(/command line +oct_\w{8}…/);
    const usage = await sandbox.json<{ pages: number; jobs: number }>(['usage']);
    expect(usage.jobs).toBeGreaterThan(0);
  });

  it('makes and revokes keys', async () => {
    const raw = (await sandbox.ok(['keys', 'create', 'for the night run'])).trim();
    expect(raw).toMatch(/^oct_[0-9a-f]{40}$/);
    const made = (await listKeys(sandbox.owner)).find(({ name }) => name === 'for the night run');
    expect(await sandbox.ok(['keys', 'list'])).toMatch(
      new RegExp(`^${made?.id} {2}${made?.key_prefix}… +active`, 'm'),
    );
    await sandbox.ok(['keys', 'revoke', made?.id ?? '', '--yes']);
    expect((await sandbox.run(['account'], { env: { OCTAVO_API_KEY: raw } })).code).toBe(4);
  });

  it('is looked at by the doctor', async () => {
    const { code, stdout } = await sandbox.run(['doctor']);
    expect(stdout).not.toMatch(/^(xx|!!)/m);
    expect(code).toBe(0);
  });
});

describe('octavo inspect', () => {
  it('tells what a file would cost, and how to convert it', async () => {
    const { code, stdout, stderr } = await sandbox.run(['inspect', 'report.pdf']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cost +1 page, [\d,]+ left this month$/m);
    expect(stderr).toContain('next:  octavo convert report.pdf');
    expect(
      await sandbox.json(['inspect', 'secret.pdf'], { env: { OCTAVO_PDF_PASSWORD: 'sesame' } }),
    ).toMatchObject({
      pages: 1,
      encrypted: true,
    });
  });
});

describe('--debug', () => {
  it('logs requests without the key', async () => {
    const { stderr } = await sandbox.run(['convert', 'report.pdf', '--debug']);
    expect(stderr).toMatch(/debug: #\d+ > POST http\S+\/jobs\n/);
    expect(stderr).toMatch(/debug: #\d+ < 201 in \d+ ms/);
    expect(stderr).not.toContain(sandbox.key.raw_key);
  });
});

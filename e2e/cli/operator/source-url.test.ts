/** `octavo convert` with a URL: the service fetches the file, once for the same content. */
import { openReceiver, type Receiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { freshAccount } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { listJobs } from '@octavo/testkit/service-under-test/jobs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliSandbox } from '../cli-sandbox.ts';

let sandbox: CliSandbox;
let server: Receiver;
beforeAll(async () => {
  sandbox = await CliSandbox.open('business', await freshAccount('business'));
  server = await openReceiver(context.stack?.webhookHost ?? '');
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const serve = (title: string) => {
  const file = makeDocument({ title });
  server.answer = (response) => response.writeHead(200).end(file);
};
const jobsMade = async () => (await listJobs(sandbox.owner)).total;

it('converts the file behind a URL, the same content once, and new content again', async () => {
  const url = `${server.url}/in/report.pdf?token=secret-of-the-url`;
  serve('Fetched');
  const first = await sandbox.run(['convert', url]);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toContain('Fetched 1');
  await sandbox.ok(['convert', url]);
  expect(await jobsMade()).toBe(1);
  serve('Changed');
  expect(await sandbox.ok(['convert', url])).toContain('Changed 1');
  expect(await jobsMade()).toBe(2);
  const saved = await sandbox.run(['convert', url, '-f', 'md,text', '-o', 'out']);
  expect(saved.stdout.split('\n').filter(Boolean)).toEqual(['out/report.md', 'out/report.txt']);
  expect(saved.stdout + saved.stderr).not.toContain('secret-of-the-url');
});

it('says why a file could not be fetched', async () => {
  server.answer = (response) => response.writeHead(404).end();
  const { code, stderr } = await sandbox.run(['convert', `${server.url}/gone.pdf`]);
  expect(code).toBe(1);
  expect(stderr).toContain('The server answered 404.');
  expect(stderr).toContain('curl -sSL <url> | octavo convert -');
});

/** The largest file of each plan, at its limit and one byte to either side. */

import { multipart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account, Tier } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { type Job, listJobs, remove } from '@octavo/testkit/service-under-test/jobs.ts';
import { type UploadAnswer, upload } from '@octavo/testkit/service-under-test/upload.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const megabyte = 1_048_576;
const freeBytes = 25 * megabyte;
const proBytes = 150 * megabyte;

let accounts: Record<Tier, Account>;

beforeAll(async () => {
  accounts = { free: await account('free'), pro: await account('pro'), business: await account('business') };
});

async function send(tier: Tier, bytes: number): Promise<UploadAnswer> {
  const answer = await upload({
    caller: accounts[tier],
    body: multipart([pdfPart(makeDocument({ bytes }))]),
  });
  if (answer.status === 201) await remove(accounts[tier], (answer.json as Job).id);
  return answer;
}

async function expectAccepted(tier: Tier, bytes: number): Promise<void> {
  const answer = await send(tier, bytes);
  expect(answer.status, JSON.stringify(answer.json)).toBe(201);
}

describe('file size', () => {
  it('The size of the file is limited per tier (free, limit − 1) [S-065 S-116 O-030 O-065]', async () =>
    expectAccepted('free', freeBytes - 1));
  it('The size of the file is limited per tier (free, limit) [S-065 S-116 O-030 O-065]', async () =>
    expectAccepted('free', freeBytes));
  it('The size of the file is limited per tier (free, limit + 1) [S-065 S-111 S-116 O-030 O-065]', async () => {
    expectError(await send('free', freeBytes + 1), 413, 'file_too_large');
  });
  it('Pro uploads: 150 MB (pro, limit − 1) [S-117 O-030 O-065]', async () =>
    expectAccepted('pro', proBytes - 1));
  it('Pro uploads: 150 MB (pro, limit) [S-117 O-030 O-065]', async () => expectAccepted('pro', proBytes));
  it('413: the file exceeds the size limit of the plan (pro, limit + 1) [S-111 S-117 O-030 O-065]', async () => {
    expectError(await send('pro', proBytes + 1), 413, 'file_too_large');
  });
  it('Business uploads: unlimited (more than Pro may send) [S-118 O-065]', async () =>
    expectAccepted('business', proBytes + 1));
});

describe('when 413 is said', () => {
  const body = () => multipart([pdfPart(makeDocument({ bytes: 60 * megabyte }))]);

  it('413 comes from Content-Length where it suffices [O-031]', async () => {
    const answer = await upload({
      caller: accounts.free,
      body: body(),
      holdAfterBytes: 0,
      timeoutMs: 20_000,
    });
    expectError(answer, 413, 'file_too_large');
    expect(answer.bytesSent).toBeLessThan(4_096);
  });

  it('413 comes from Content-Length where it suffices (a client that asks first sends nothing) [O-031]', async () => {
    const answer = await upload({
      caller: accounts.free,
      body: body(),
      expectContinue: true,
      timeoutMs: 20_000,
    });
    expectError(answer, 413, 'file_too_large');
    expect(answer.bytesSent).toBeLessThan(4_096);
  });

  it('413 comes as soon as the stream crosses the limit otherwise [O-032]', async () => {
    const before = await listJobs(accounts.free);
    const answer = await upload({
      caller: accounts.free,
      body: body(),
      framing: 'chunked',
      holdAfterBytes: freeBytes + 65_536,
      timeoutMs: 60_000,
    });
    expectError(answer, 413, 'file_too_large');
    expect((await listJobs(accounts.free)).total).toBe(before.total);
  });
});

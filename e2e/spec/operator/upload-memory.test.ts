/** Large uploads cost the API next to no memory, and those that are too large cost the client next to no bytes. */
import { Buffer } from 'node:buffer';
import { multipart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { memoryRise } from '@octavo/testkit/processes/resident-memory.ts';
import { printFigures } from '@octavo/testkit/runner/figures.ts';
import { type FreshAccount, freshAccount, startNode } from '@octavo/testkit/service-under-test/accounts.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { accepted, type Job, remove } from '@octavo/testkit/service-under-test/jobs.ts';
import { upload } from '@octavo/testkit/service-under-test/upload.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const megabyte = 1_048_576;

let pro: FreshAccount;

beforeAll(async () => {
  pro = await freshAccount('pro');
});

describe('a 150 MB upload', () => {
  it('raises the memory of the API process by less than 64 MB', async () => {
    const body = multipart([pdfPart(makeDocument({ bytes: 150 * megabyte }))]);
    const { url: node, pid } = await startNode();
    // What a process loads on its first job is not the price of an upload.
    await remove(pro, (await accepted(pro, { node })).id);
    let status = 0;
    const rise = await memoryRise(pid, async () => {
      const answer = await upload({ caller: pro, body, node });
      status = answer.status;
      if (status === 201) await remove(pro, (answer.json as Job).id);
    });
    printFigures('150 MB upload', {
      'resident before (MB)': Math.round(rise.beforeBytes / megabyte),
      'peak (MB)': Math.round(rise.peakBytes / megabyte),
      'rise (MB)': Math.round(rise.riseBytes / megabyte),
    });
    expect(status).toBe(201);
    expect(rise.riseBytes).toBeLessThan(64 * megabyte);
  });
});

describe('a 200 MB upload', () => {
  const body = multipart([pdfPart(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200 * megabyte)]))]);

  it.each([false, true])(
    'is refused before 10 MB are sent (Expect: 100-continue: %s)',
    async (expectContinue) => {
      const answer = await upload({ caller: pro, body, expectContinue });
      printFigures('200 MB upload', {
        'asks first': String(expectContinue),
        status: answer.status,
        'bytes sent': answer.bytesSent,
      });
      expectError(answer, 413, 'file_too_large');
      expect(answer.bytesSent).toBeLessThan(10_000_000);
    },
  );
});

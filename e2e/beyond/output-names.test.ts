/** File names that imitate paths or headers: what a browser receives, on a download and on a signed URL. */

import { pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { download, type Job, pollUntil, submitParts } from '@octavo/testkit/service-under-test/jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const shape = /^attachment; filename="([^"\\%]*)"; filename\*=UTF-8''((?:[\w.~!-]|%[0-9A-F]{2})+)$/;
/** Nothing that a path, a shell, a terminal or a reader from right to left would trip over. */
const harmless = /^(?!\.)[^/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}\.(md|json)$/u;

let owner: Account;
beforeAll(async () => {
  owner = await account('business');
});

async function named(fileName: string): Promise<Job> {
  const answer = await submitParts(owner, [pdfPart(makeDocument(), fileName)]);
  expect(answer.status, answer.text).toBe(201);
  return pollUntil(owner, (answer.json as Job).id, ({ status }) => status === 'done');
}

describe('a file sent as', () => {
  it.each([
    ['quotes', 'a\\"; filename=\\"evil.exe'],
    ['backslashes', 'C:\\\\temp\\\\..\\\\evil.pdf'],
    ['a path', '../../../etc/passwd'],
    ['escaped line ends', 'a%0d%0aSet-Cookie: x=1.pdf'],
    ['text that runs the other way', 'invoice\u202efdp.exe'],
    ['isolates and marks', '\u2066a\u2069\u200f\u200b\ufeff.pdf'],
    ['markup', '<img src=x onerror=alert(1)>.pdf'],
    ['a device and a stream', 'aux.pdf::$DATA'],
    ['dots', '....pdf'],
    ['many letters', `${'é'.repeat(300)}.pdf`],
  ])('%s is handed out under a harmless name, the same on both ways', async (_what, fileName) => {
    const job = await named(fileName);
    for (const format of ['markdown', 'json'] as const) {
      const direct = (await download(owner, job.id, format)).headers;
      const signed = (await fetch(job.download_urls[format] ?? '')).headers;
      const disposition = direct.get('content-disposition') ?? '';
      expect(disposition).toMatch(shape);
      expect(decodeURIComponent(shape.exec(disposition)?.[2] ?? '')).toMatch(harmless);
      expect(signed.get('content-disposition')).toBe(disposition);
      expect(signed.get('content-type')).toBe(direct.get('content-type'));
      expect(direct.get('set-cookie')).toBeNull();
    }
  });

  it('a name with a real line end in it gives no header of its own', async () => {
    const answer = await submitParts(owner, [pdfPart(makeDocument(), 'a\r\nX-Evil: 1\r\n\r\n.pdf')]);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-evil')).toBeNull();
  });
});

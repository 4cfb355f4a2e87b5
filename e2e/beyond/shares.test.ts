/** Share links against the running service: what they open, byte for byte, and when they stop. */
import { makeBrokenDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { freshAccount, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import { done, finished } from '@octavo/testkit/service-under-test/jobs.ts';
import { type Caller, request, sendJson } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

type Share = { id: string; token: string; url: string | null; expires_at: string; name: string | null };

let owner: Account;
let jobId: string;
beforeAll(async () => {
  owner = await freshAccount('pro');
  const options = { format: ['markdown', 'json', 'html', 'text', 'images'] };
  jobId = (await done(owner, { file: makeRichDocument(), fileName: 'rich.pdf', options })).id;
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

const create = (body: object = {}, id = jobId, caller: Caller = owner) =>
  sendJson(caller, `/jobs/${id}/shares`, body);

async function shared(body: object = {}, id = jobId): Promise<Share> {
  const { status, json } = await create(body, id);
  expect(status).toBe(201);
  return json as Share;
}

/** As somebody without an account. */
const open = ({ token }: Share, path = '') =>
  request(`/shared${path}`, { headers: { authorization: `Bearer ${token}` } });

const revoke = ({ id }: Share, caller: Caller = owner) =>
  request(`/jobs/${jobId}/shares/${id}`, { method: 'DELETE', caller });

describe('a link to a result', () => {
  it('opens the outputs, the images and the PDF of the job, byte for byte', async () => {
    const link = await shared();
    const { json } = await open(link);
    expect(json).toMatchObject({
      ...{ file_name: 'rich.pdf', with_source: true, element: null },
      formats: ['markdown', 'json', 'html', 'text', 'images'],
    });
    const images = await request(`/jobs/${jobId}/images`, { caller: owner });
    const [image] = (images.json as { items: { name: string }[] }).items;
    const files = ['markdown', 'json', 'html', 'text'].map((format) => `/download/${format}`);
    for (const path of [...files, '/source', `/images/${image?.name}`]) {
      const [own, theirs] = [
        await request(`/jobs/${jobId}${path}`, { caller: owner }),
        await open(link, path),
      ];
      expect([own.status, theirs.status], path).toEqual([200, 200]);
      expect(theirs.bytes.equals(own.bytes), path).toBe(true);
      expect(theirs.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(theirs.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('can leave the PDF out', async () => {
    const link = await shared({ with_source: false });
    expectError(await open(link, '/source'), 404, 'share_not_found');
    expect((await open(link, '/download/markdown')).status).toBe(200);
  });

  it('opens nothing of the account, and no other job', async () => {
    const { token } = await shared();
    const headers = { authorization: `Bearer ${token}` };
    const paths = ['/jobs', `/jobs/${jobId}`, `/jobs/${jobId}/shares`, `/jobs/${jobId}/download/markdown`];
    for (const path of [...paths, '/auth/me', '/usage', '/api-keys', '/webhooks']) {
      expectError(await request(path, { headers }), 401, 'unauthorized');
    }
  });
});

describe('a link to one block', () => {
  it('opens this block and nothing else', async () => {
    const link = await shared({ ref: '/kids/0' });
    const { json, text } = await open(link);
    const tree = await request(`/jobs/${jobId}/download/json`, { caller: owner });
    const { kids } = tree.json as { kids: { content?: string; type: string }[] };
    expect(json).toMatchObject({ formats: [], element: { ref: '/kids/0', type: kids[0]?.type, page: 1 } });
    expect(text).toContain(kids[0]?.content?.slice(0, 10));
    const others = kids
      .slice(1)
      .flatMap(({ content = '' }) => (content.length > 20 ? [content.slice(0, 20)] : []));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(text).not.toContain(other);
    for (const path of ['/download/markdown', '/download/json', '/source']) {
      expectError(await open(link, path), 404, 'share_not_found');
    }
  });

  it('must name a block of the document', async () => {
    expectFaultAt(await create({ ref: '/kids/9999' }), 'body.ref');
  });
});

describe('a link stops working', () => {
  it('when it is revoked, which only its owner can do', async () => {
    const link = await shared();
    expectError(await revoke(link, await stranger()), 404, 'share_not_found');
    expect((await open(link)).status).toBe(200);
    expect((await revoke(link)).status).toBe(204);
    expectError(await open(link), 404, 'share_not_found');
    expectError(await open(link, '/download/markdown'), 404, 'share_not_found');
    expectError(await revoke(link), 404, 'share_not_found');
  });

  it('at its end', async () => {
    const link = await shared({ expires_at: inSeconds(2) });
    expect((await open(link)).status).toBe(200);
    await expect.poll(async () => (await open(link)).status, { timeout: 10_000 }).toBe(404);
    const { json } = await request(`/jobs/${jobId}/shares`, { caller: owner });
    expect((json as { items: Share[] }).items.map(({ id }) => id)).not.toContain(link.id);
  });

  it('with its job', async () => {
    const { id } = await done(owner);
    const link = await shared({}, id);
    expect((await open(link)).status).toBe(200);
    expect((await request(`/jobs/${id}`, { method: 'DELETE', caller: owner })).status).toBe(204);
    expectError(await open(link), 404, 'share_not_found');
  });
});

describe('links', () => {
  it('are listed without their tokens', async () => {
    const link = await shared({ name: 'Ada' });
    const { json, text } = await request(`/jobs/${jobId}/shares`, { caller: owner });
    expect((json as { items: Share[] }).items[0]).toMatchObject({ id: link.id, name: 'Ada' });
    expect(text).not.toContain(link.token);
    expect(text).not.toContain('shr_');
  });

  it('are made by the owner of a done job only', async () => {
    expectError(await create({}, jobId, await stranger()), 404, 'job_not_found');
    const failed = await finished(owner, { file: makeBrokenDocument() });
    expectError(await create({}, failed.id), 409, 'job_failed');
  });
});

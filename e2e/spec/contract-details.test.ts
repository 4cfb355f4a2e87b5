/** Details of the contract that the specification leaves open: methods, content types, headers, names of keys. */
import { Buffer } from 'node:buffer';
import { credentialHeaders } from '@octavo/testkit/client/credentials.ts';
import { makeBlankDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { type ErrorBody, expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { accepted, type Job, remove, submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { me, postKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { anonymous, replyOf, request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
beforeAll(async () => {
  pro = await account('pro');
});

const postForm = async (body: FormData, more: Record<string, string> = {}) => {
  const headers = { ...credentialHeaders(pro), ...more };
  return replyOf(await fetch(new URL('/jobs', context.baseUrl), { method: 'POST', headers, body }));
};
const pdf = () => new Blob([new Uint8Array(makeDocument())]);

describe('402', () => {
  it('pdf_pages of 402 counts the whole PDF, also when pages chose fewer [O-146]', async () => {
    const free = await account('free');
    const { pages_limit, pages_used } = await me(free);
    const remaining = pages_limit - pages_used;
    const file = makeBlankDocument(remaining + 3);
    const answer = await submit(free, { file, options: { pages: `1-${remaining + 1}` } });
    const { detail } = expectError(answer, 402, 'page_limit_reached') as unknown as {
      detail: { message: string; pdf_pages: number };
    };
    expect(detail.pdf_pages).toBe(remaining + 3);
    expect(detail.message).toContain(`${remaining + 1} of`);
  });
});

describe('methods', () => {
  it.each([
    ['/jobs', 'GET, HEAD, OPTIONS, POST'],
    ['/jobs/none/events', 'GET, OPTIONS'],
    ['/health', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS on an existing path: 204 with Allow, without credentials (%s) [O-147]', async (path, allow) => {
    const answer = await request(path, { method: 'OPTIONS', caller: anonymous });
    expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([204, '', allow]);
  });

  it('OPTIONS on an existing path: 204 with Allow (404 elsewhere) [O-147]', async () => {
    expectError(await request('/nowhere', { method: 'OPTIONS' }), 404, 'route_not_found');
  });

  it('Any other method of an existing path: 405 with Allow [O-148]', async () => {
    for (const method of ['PUT', 'PROPFIND']) {
      const answer = await request('/jobs', { method, caller: pro });
      expectError(answer, 405, 'method_not_allowed', method);
      expect(answer.headers.get('allow'), method).toBe('GET, HEAD, OPTIONS, POST');
    }
  });
});

describe('content types of POST /jobs', () => {
  it('A file that is sent as JSON: 400', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await request('/jobs', { method: 'POST', caller: pro, headers, body: makeDocument() });
    expectError(answer, 400, 'invalid_json');
  });

  it('A body that is neither multipart/form-data nor JSON: 400 [O-149]', async () => {
    for (const type of [
      'application/pdf',
      'application/json; charset=latin1',
      'application/x-www-form-urlencoded',
      'nonsense',
    ]) {
      const headers = { 'content-type': type };
      const answer = await request('/jobs', { method: 'POST', caller: pro, headers, body: makeDocument() });
      expect(expectError(answer, 400, 'invalid_request', type).detail).toContain('multipart/form-data');
    }
  });

  it('options may be sent as a file [O-150]', async () => {
    const form = new FormData();
    form.append('file', pdf(), 'a.pdf');
    form.append('options', new File(['{"format":["text"]}'], 'options.json', { type: 'application/json' }));
    const answer = await postForm(form);
    const job = answer.json as Job;
    expect([answer.status, job.options]).toMatchObject([201, { format: ['text'] }]);
    await remove(pro, job.id);
  });

  it('Empty options mean the defaults [O-151]', async () => {
    const form = new FormData();
    form.append('options', '');
    form.append('file', pdf(), 'a.pdf');
    const answer = await postForm(form);
    const job = answer.json as Job;
    expect([answer.status, job.options]).toMatchObject([201, { format: ['markdown', 'json'] }]);
    await remove(pro, job.id);
  });

  it('A form without file and with an unknown part names both faults [O-152]', async () => {
    const form = new FormData();
    form.append('document', pdf(), 'a.pdf');
    const { errors = [] } = expectError(await postForm(form), 400, 'invalid_request') as ErrorBody;
    expect(errors.map(({ loc }) => loc)).toEqual([['document'], ['file']]);
  });

  it('A compressed body is refused, a form with 400, JSON with 415 [O-153]', async () => {
    const form = new FormData();
    form.append('file', pdf(), 'a.pdf');
    const refused = expectError(await postForm(form, { 'content-encoding': 'gzip' }), 400, 'invalid_request');
    expect(refused.detail).toContain('Content-Encoding');
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = Buffer.from('{"name":"x"}');
    const answer = await request('/api-keys', { method: 'POST', caller: pro, headers, body });
    expectError(answer, 415, 'unsupported_media_type');
  });

  it('JSON in another encoding than UTF-8: 415 [O-154]', async () => {
    const headers = { 'content-type': 'application/json; charset=latin1' };
    const body = Buffer.from('{"name":"\u00e9"}', 'latin1');
    const answer = await request('/api-keys', { method: 'POST', caller: pro, headers, body });
    expectError(answer, 415, 'unsupported_media_type');
  });
});

describe('headers', () => {
  it('201 has a Location [O-155]', async () => {
    const answer = await submit(pro);
    const { id } = answer.json as Job;
    expect(answer.headers.get('location')).toBe(`/jobs/${id}`);
    expect((await request(`/jobs/${id}`, { caller: pro })).status).toBe(200);
    await remove(pro, id);
  });

  it('JSON of an account is not cached [O-156]', async () => {
    for (const path of ['/auth/me', '/jobs', '/api-keys', '/usage', '/plans', '/webhooks']) {
      const { headers } = await request(path, { caller: pro });
      expect(headers.get('cache-control'), path).toBe('private, no-store');
    }
  });

  it('JSON is compressed for clients that ask for it; files of jobs are not [O-157]', async () => {
    const encoding = async (path: string, accepts: string) => {
      const answer = await fetch(new URL(path, context.baseUrl), { headers: { 'accept-encoding': accepts } });
      await answer.arrayBuffer();
      return answer.headers.get('content-encoding');
    };
    expect(await encoding('/openapi.json', 'br, gzip')).toBe('br');
    expect(await encoding('/openapi.json', 'gzip')).toBe('gzip');
    expect(await encoding('/openapi.json', 'identity')).toBeNull();
    expect(await encoding('/health', 'gzip')).toBeNull();
    const job = await accepted(pro);
    const source = await request(`/jobs/${job.id}/source`, {
      caller: pro,
      headers: { 'accept-encoding': 'gzip' },
    });
    await remove(pro, job.id);
    expect([source.status, source.headers.get('content-encoding')]).toEqual([200, null]);
  });
});

describe('names of API keys', () => {
  it('The name of a key is trimmed and must have a visible character [O-158]', async () => {
    expectError(await postKey(pro, { name: ' \t\n' }), 400, 'invalid_request');
    const answer = await postKey(pro, { name: '  padded ' });
    const { id, name } = answer.json as { id: string; name: string };
    await revokeKey(pro, id);
    expect([answer.status, name]).toEqual([201, 'padded']);
  });

  it('A free account gets 403 before its body is read [O-159]', async () => {
    const free = await account('free');
    for (const body of [{ name: '' }, '{', {}]) expectError(await postKey(free, body), 403, 'plan_required');
  });
});

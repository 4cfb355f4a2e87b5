/** Hidden content from outside: dropped by default, reported by place and reason, kept when asked for. */

import { makeHiddenDocument } from '@octavo/testkit/documents/hidden-text.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { done, download } from '@octavo/testkit/service-under-test/jobs.ts';
import { type Caller, request } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

type Dropped = {
  readonly items: readonly {
    readonly page: number;
    readonly reason: string;
    readonly bounding_box: number[];
  }[];
  readonly total: number;
};

const droppedOf = async (caller: Caller, id: string) =>
  (await request(`/jobs/${id}/dropped`, { caller })).json as Dropped;

const secrets = { white: 'Whitewash', tiny: 'Microscopic', outside: 'Elsewhere', layer: 'Layered' };

describe('hidden content', () => {
  it('is in no output of a job with default options, and is reported by page, box and reason', async () => {
    const caller = await account('pro');
    const format = ['markdown', 'json', 'html', 'text'];
    const job = await done(caller, { file: makeHiddenDocument(secrets), options: { format } });
    for (const name of format) {
      const { text } = await download(caller, job.id, name);
      expect(text, name).toContain('In plain sight');
      for (const word of Object.values(secrets)) expect(text, name).not.toContain(word);
    }
    const { items, total } = await droppedOf(caller, job.id);
    expect(total).toBe(4);
    expect(items.map(({ reason }) => reason).sort()).toEqual([
      'hidden-ocg',
      'hidden-text',
      'off-page',
      'tiny',
    ]);
    const [left = 0, bottom = 0, right = 0, top = 0] =
      items.find(({ reason }) => reason === 'hidden-text')?.bounding_box ?? [];
    expect([left, bottom < 600, top > 600, right > left]).toEqual([72, true, true, true]);
    expect(JSON.stringify(items)).not.toMatch(/Whitewash|Microscopic|Elsewhere|Layered/);
  });

  it('stays when its filter is switched off, and nothing else does', async () => {
    const caller = await account('pro');
    const options = { format: ['text'], content_safety_off: ['hidden-text', 'off-page'] };
    const job = await done(caller, { file: makeHiddenDocument(secrets), options });
    const { text } = await download(caller, job.id, 'text');
    expect(Object.values(secrets).filter((word) => text.includes(word))).toEqual(['Whitewash', 'Elsewhere']);
    expect((await droppedOf(caller, job.id)).items.map(({ reason }) => reason).sort()).toEqual([
      'hidden-ocg',
      'tiny',
    ]);
  });

  it('is named in the warnings by page, and there is nothing to tell of a plain document', async () => {
    const caller = await account('pro');
    const hidden = await done(caller, { file: makeHiddenDocument(secrets), options: { format: ['text'] } });
    const { json } = await request(`/jobs/${hidden.id}?include=warnings`, { caller });
    const { total } = await droppedOf(caller, hidden.id);
    expect(total).toBeGreaterThan(0);
    expect(json).toMatchObject({ warnings: [{ code: 'content_skipped', pages: [1], count: total }] });
    expect(await droppedOf(caller, (await done(caller)).id)).toEqual({ items: [], total: 0 });
  });

  it('404: somebody else’s job', async () => {
    const job = await done(await account('pro'), { file: makeHiddenDocument(secrets) });
    const stranger = await account('business');
    expectError(await request(`/jobs/${job.id}/dropped`, { caller: stranger }), 404, 'job_not_found');
  });
});

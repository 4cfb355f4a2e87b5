/** Comparisons of two documents by the running service: real PDFs, pages and boxes, other accounts. */
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { accepted, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

type Block = { page: number; boxes: { page: number; box: number[] }[]; text: string } | null;
type Diff = {
  summary: { blocks: Record<string, number>; pages: { base: number[]; head: number[] }; similarity: number };
  items: { op: string; base: Block; head: Block; words: { op: string; text: string; boxes: unknown[] }[] }[];
};

let owner: Account;
let before: string;
let after: string;

async function convert(file: Buffer): Promise<string> {
  const { id } = await accepted(owner, { file });
  await pollUntil(owner, id, ({ status }) => status === 'done', 60_000);
  return id;
}

const compare = (base: string, head: string, more: object = {}, caller = owner) =>
  request('/diffs', {
    caller,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ base_job_id: base, head_job_id: head, ...more }),
  });

beforeAll(async () => {
  owner = await account('business');
  before = await convert(makeDocument({ pages: 3, title: 'A fee of EUR 500 in section', lines: 4 }));
  after = await convert(makeDocument({ pages: 3, title: 'A fee of EUR 600 in section', lines: 4 }));
});

describe('POST /diffs', () => {
  it('finds nothing between a document and itself', async () => {
    const { summary, items } = (await compare(before, before)).json as Diff;
    expect(items).toEqual([]);
    expect(summary.similarity).toBe(1);
  });

  it('finds the words that differ, with their pages and boxes', async () => {
    const { summary, items } = (await compare(before, after)).json as Diff;
    expect(items.map(({ op }) => op)).toEqual(['changed', 'changed', 'changed']);
    expect(items.map(({ base, head }) => [base?.page, head?.page])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(summary.pages).toEqual({ base: [1, 2, 3], head: [1, 2, 3] });
    for (const { words, base, head } of items) {
      const edits = words.filter(({ op }) => op !== 'equal');
      expect(edits.map(({ op, text }) => `${op} ${text}`)).toEqual(['delete 500', 'insert 600']);
      for (const { boxes } of edits) expect(boxes).toHaveLength(1);
      expect(base?.boxes[0]?.box).toEqual(head?.boxes[0]?.box);
    }
  });

  it('answers with a page to read', async () => {
    const { text, headers } = await compare(before, after, { format: 'html' });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(text).toContain('<del>500</del><ins>600</ins>');
    expect(text).not.toContain('<script');
  });

  it('404 for another account, on either side', async () => {
    const stranger = await account('business');
    expect((await compare(before, after, {}, stranger)).status).toBe(404);
  });
});

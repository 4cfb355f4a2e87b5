/** A quote is never called absent while some text could not be searched, and never verbatim if it is only similar. */
import type { Job } from '@octavo/sdk';
import { describe, expect, it } from 'vitest';
import { plainVerdict, type QuoteAnswer } from './quote-verdict.ts';
import { unsearchedOf, withMessages } from './unsearched.ts';

const answer = (verdict: QuoteAnswer['verdict'], score = 1): QuoteAnswer => ({
  ...{ verdict, score, matches: [], total: 0 },
  ...{ page_claimed: null, page_right: null },
});

describe('the verdict on a quote', () => {
  it('is that it is missing only if everything was searched', () => {
    expect(plainVerdict(answer('absent', 0), true).title).toBe('quote.absent');
    expect(plainVerdict(answer('absent', 0), false).title).toBe('quote.undetermined');
    expect(plainVerdict(answer('undetermined', 0), false).title).toBe('quote.undetermined');
  });

  it('tells several exact places from several similar ones', () => {
    expect(plainVerdict(answer('ambiguous', 1), true)).toMatchObject({
      tone: 'success',
      title: 'quote.several',
    });
    expect(plainVerdict(answer('ambiguous', 0.9), true)).toMatchObject({
      tone: 'warning',
      title: 'quote.near',
    });
  });

  it.each(['near', 'scattered', 'too_short', 'undetermined'] as const)('%s is not a success', (verdict) => {
    expect(plainVerdict(answer(verdict, 0.9), true).tone).toBe('warning');
  });
});

describe('text that could not be searched', () => {
  const job = {
    warnings: [
      { code: 'page_only_image', message: 'Pages are images.', pages: [2, 3] },
      { code: 'background_ignored', message: 'A background was ignored.', pages: [1] },
    ],
  } as unknown as Job;

  it('is known from the warnings of the job', () => {
    expect(unsearchedOf(job)).toEqual([
      { code: 'page_only_image', message: 'Pages are images.', pages: [2, 3] },
    ]);
    expect(unsearchedOf({} as Job)).toEqual([]);
  });

  it('has the message of its warning, or its code', () => {
    expect(
      withMessages(job, [
        { reason: 'page_only_image', pages: [3] },
        { reason: 'font_unreadable', pages: [] },
      ]),
    ).toEqual([
      { code: 'page_only_image', message: 'Pages are images.', pages: [3] },
      { code: 'font_unreadable', message: 'font_unreadable', pages: [] },
    ]);
  });
});

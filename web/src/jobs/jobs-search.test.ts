/** The URL restores the filters of the list; invalid values are ignored. */
import { describe, expect, it } from 'vitest';
import { readJobsSearch, toJobsQuery } from './jobs-search.ts';

describe('the URL of the job list', () => {
  it('keeps a valid status and period and drops the rest', () => {
    expect(readJobsSearch({ status: 'failed', since: 'week' })).toEqual({ status: 'failed', since: 'week' });
    expect(readJobsSearch({ status: 'lost', since: 7, page: 2 })).toEqual({});
  });

  it('keeps a name, also one that looks like a number', () => {
    expect(readJobsSearch({ name: ' invoice ' })).toEqual({ name: 'invoice' });
    expect(readJobsSearch({ name: 2026 })).toEqual({ name: '2026' });
    expect(readJobsSearch({ name: 'x'.repeat(300) }).name).toHaveLength(255);
    expect(readJobsSearch({ name: ['a'] })).toEqual({});
    expect(toJobsQuery({ name: 'invoice' }, 0)).toEqual({ name: 'invoice' });
  });

  it('is rounded to minutes, so that the query does not change every second', () => {
    const now = Date.parse('2026-11-15T12:00:42.123Z');
    const query = toJobsQuery({ status: 'done', since: 'day' }, now);
    expect(query).toEqual({ status: ['done'], created_after: '2026-11-14T12:00:00.000Z' });
    expect(toJobsQuery({ since: 'day' }, now + 10_000)).toEqual(toJobsQuery({ since: 'day' }, now));
    expect(toJobsQuery({}, now)).toEqual({});
  });
});

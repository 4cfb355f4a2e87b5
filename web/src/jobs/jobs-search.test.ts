/** A shared link shows the same list, and nonsense in it does no harm. */
import { describe, expect, it } from 'vitest';
import { readJobsSearch, toJobsQuery } from './jobs-search.ts';

describe('the address of the list', () => {
  it('keeps a state and a period, and drops what is neither', () => {
    expect(readJobsSearch({ status: 'failed', since: 'week' })).toEqual({ status: 'failed', since: 'week' });
    expect(readJobsSearch({ status: 'lost', since: 7, page: 2 })).toEqual({});
  });

  it('asks for whole minutes, so that the question does not change with every second', () => {
    const now = Date.parse('2026-11-15T12:00:42.123Z');
    const query = toJobsQuery({ status: 'done', since: 'day' }, now);
    expect(query).toEqual({ status: ['done'], created_after: '2026-11-14T12:00:00.000Z' });
    expect(toJobsQuery({ since: 'day' }, now + 10_000)).toEqual(toJobsQuery({ since: 'day' }, now));
    expect(toJobsQuery({}, now)).toEqual({});
  });
});

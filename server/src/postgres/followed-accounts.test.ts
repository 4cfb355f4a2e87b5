/** Subscribers get every event once and in order, whatever becomes of the announcements. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobEvent } from '../domain/event.ts';
import type { EventStore, Subscriber } from '../ports/events.ts';
import { type FollowedAccounts, followAccounts } from './followed-accounts.ts';

/** A table of events that also counts its reads. */
function table() {
  const newest = new Map<string, number>();
  let oldest = 1;
  const read = vi.fn();
  const event = (accountId: string, number: number): JobEvent => ({
    accountId,
    number,
    jobId: 'job',
    type: 'job.done',
    at: new Date(0),
    data: { status: 'done', pageCount: 1, errorMessage: null },
  });
  const events: Pick<EventStore, 'after' | 'newest'> = {
    newest: async (ids) => new Map(ids.map((id) => [id, newest.get(id) ?? 0])),
    after: async (accountId, number, limit) => {
      read(number, limit);
      const numbers = Array.from({ length: newest.get(accountId) ?? 0 }, (_, index) => index + 1);
      return numbers
        .filter((one) => one > number && one >= oldest)
        .slice(0, limit)
        .map((one) => event(accountId, one));
    },
  };
  return {
    events,
    read,
    write: (accountId: string, count: number) => {
      newest.set(accountId, (newest.get(accountId) ?? 0) + count);
      return newest.get(accountId) ?? 0;
    },
    prune: (before: number) => {
      oldest = before;
    },
  };
}

function subscribe(accounts: FollowedAccounts, accountId: string, needs: Subscriber['needs'] = 'events') {
  const received: (number | 'gap')[] = [];
  const ended: string[] = [];
  const unsubscribe = accounts.subscribe(accountId, {
    apiKeyId: null,
    needs,
    onEvent: ({ number }) => received.push(number),
    onGap: () => received.push('gap'),
    onEnded: (jobIds) => ended.push(...jobIds),
    onProgress: () => {},
    onRevoked: () => {},
  });
  return { received, ended, unsubscribe };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let store: ReturnType<typeof table>;
let accounts: FollowedAccounts;
beforeEach(() => {
  store = table();
  accounts = followAccounts(store.events);
});

async function announce(accountId: string, count: number): Promise<void> {
  accounts.announce(accountId, store.write(accountId, count));
  await settled();
}

describe('a subscriber', () => {
  it('is asked to read by itself at first, and gets every event after that', async () => {
    const { received } = subscribe(accounts, 'a');
    await announce('a', 3);
    expect(received).toEqual(['gap']);
    await announce('a', 1);
    await announce('a', 2);
    expect(received).toEqual(['gap', 4, 5, 6]);
  });

  it('shares one read with the others of its account, and is not bothered by other accounts', async () => {
    const [one, two, other] = ['a', 'a', 'b'].map((id) => subscribe(accounts, id));
    await accounts.check();
    store.read.mockClear();
    await announce('a', 2);
    expect(one?.received.slice(-2)).toEqual([1, 2]);
    expect(two?.received.slice(-2)).toEqual([1, 2]);
    expect(other?.received).toEqual(['gap']);
    expect(store.read).toHaveBeenCalledTimes(1);
  });

  it('gets an event once, however often and in which order its number is announced', async () => {
    const { received } = subscribe(accounts, 'a');
    await announce('a', 1);
    store.write('a', 3);
    for (const number of [3, 2, 4, 4, 1]) accounts.announce('a', number);
    await settled();
    expect(received).toEqual(['gap', 2, 3, 4]);
  });

  it('gets events whose announcement was lost with the next check, and once', async () => {
    const { received } = subscribe(accounts, 'a');
    await announce('a', 1);
    store.write('a', 2);
    await accounts.check();
    await accounts.check();
    expect(received).toEqual(['gap', 2, 3]);
  });

  it('gets events whose read failed with the next check', async () => {
    const { received } = subscribe(accounts, 'a');
    await announce('a', 1);
    vi.spyOn(store.events, 'after').mockRejectedValueOnce(new Error('no connection'));
    await announce('a', 1);
    expect(received).toEqual(['gap']);
    await accounts.check();
    expect(received).toEqual(['gap', 2]);
  });

  it('is asked to read by itself after a burst, and when events have been pruned', async () => {
    const { received } = subscribe(accounts, 'a');
    await announce('a', 1);
    await announce('a', 201);
    expect(received).toEqual(['gap', 'gap']);
    store.prune(204);
    await announce('a', 2);
    expect(received).toEqual(['gap', 'gap', 'gap']);
    await announce('a', 1);
    expect(received.at(-1)).toBe(205);
  });

  it('is asked to read by itself when the database fell back to an earlier state', async () => {
    const { received } = subscribe(accounts, 'a');
    await announce('a', 5);
    store.write('a', -3);
    await accounts.check();
    expect(received).toEqual(['gap', 'gap']);
    await announce('a', 1);
    expect(received).toEqual(['gap', 'gap', 3]);
  });

  it('that needs only ends learns them from announcements, without a read of events', async () => {
    const { received, ended } = subscribe(accounts, 'a', 'ends');
    accounts.announce('a', store.write('a', 1), []);
    accounts.announce('a', store.write('a', 2), ['one', 'two']);
    await settled();
    expect(ended).toEqual(['one', 'two']);
    expect(received).toEqual([]);
    expect(store.read).not.toHaveBeenCalled();
  });

  it('that needs only ends gets the events where an announcement does not name all jobs that ended', async () => {
    const { received } = subscribe(accounts, 'a', 'ends');
    await announce('a', 1);
    await announce('a', 1);
    expect(received).toEqual(['gap', 2]);
  });

  it('that needs only ends gets what was never announced with the next check', async () => {
    const { received } = subscribe(accounts, 'a', 'ends');
    await announce('a', 1);
    const number = store.write('a', 2);
    accounts.announce('a', number, []);
    await settled();
    expect(received).toEqual(['gap']);
    await accounts.check();
    expect(received).toEqual(['gap', 2, 3]);
  });

  it('that needs events gets them next to one that needs only ends', async () => {
    const [waiting, stream] = [subscribe(accounts, 'a', 'ends'), subscribe(accounts, 'a')];
    await announce('a', 1);
    accounts.announce('a', store.write('a', 1), ['one']);
    await settled();
    expect(stream.received).toEqual(['gap', 2]);
    expect(waiting.ended).toEqual(['one']);
  });

  it('gets nothing after it unsubscribed, and its account is not read any more', async () => {
    const { received, unsubscribe } = subscribe(accounts, 'a');
    await announce('a', 1);
    unsubscribe();
    await announce('a', 1);
    const newest = vi.spyOn(store.events, 'newest');
    await accounts.check();
    expect(received).toEqual(['gap']);
    expect(newest).not.toHaveBeenCalled();
    expect(accounts.all()).toEqual([]);
  });
});

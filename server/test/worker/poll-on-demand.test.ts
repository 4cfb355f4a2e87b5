/** The poller: never two polls at a time, and no trigger is lost. */
import { describe, expect, it } from 'vitest';
import { pollOnDemand } from '../../src/worker/poll-on-demand.ts';

/** Polls that the test ends one by one. */
function heldPolls() {
  const polls: PromiseWithResolvers<boolean>[] = [];
  const errors: unknown[] = [];
  let hasCapacity = true;
  const poller = pollOnDemand({
    poll: () => {
      const poll = Promise.withResolvers<boolean>();
      polls.push(poll);
      return poll.promise;
    },
    hasCapacity: () => hasCapacity,
    onError: (error) => void errors.push(error),
  });
  return {
    poller,
    polls,
    errors,
    setCapacity: (has: boolean) => {
      hasCapacity = has;
    },
  };
}

/** Until everything that needs no further input has happened. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the poller', () => {
  it('polls when it is triggered, and not before', async () => {
    const { poller, polls } = heldPolls();
    await settle();
    expect(polls).toHaveLength(0);
    poller.trigger();
    expect(polls).toHaveLength(1);
    polls[0]?.resolve(false);
    await settle();
    expect(polls).toHaveLength(1);
  });

  it('polls once more for any number of triggers during a poll', async () => {
    const { poller, polls } = heldPolls();
    poller.trigger();
    poller.trigger();
    poller.trigger();
    expect(polls).toHaveLength(1);
    polls[0]?.resolve(false);
    await settle();
    expect(polls).toHaveLength(2);
    polls[1]?.resolve(false);
    await settle();
    expect(polls).toHaveLength(2);
  });

  it('continues while there may be more and it has capacity', async () => {
    const { poller, polls, setCapacity } = heldPolls();
    poller.trigger();
    polls[0]?.resolve(true);
    await settle();
    expect(polls).toHaveLength(2);
    setCapacity(false);
    polls[1]?.resolve(true);
    await settle();
    poller.trigger();
    await settle();
    expect(polls).toHaveLength(2);
    setCapacity(true);
    poller.trigger();
    expect(polls).toHaveLength(3);
  });

  it('continues with new capacity if there may be more, and not if the last poll found nothing', async () => {
    const { poller, polls, setCapacity } = heldPolls();
    poller.resume();
    expect(polls).toHaveLength(0);
    poller.trigger();
    setCapacity(false);
    polls[0]?.resolve(true);
    await settle();
    setCapacity(true);
    poller.resume();
    expect(polls).toHaveLength(2);
    polls[1]?.resolve(false);
    await settle();
    poller.resume();
    expect(polls).toHaveLength(2);
  });

  it('continues with new capacity after a trigger that came while there was none', async () => {
    const { poller, polls, setCapacity } = heldPolls();
    setCapacity(false);
    poller.trigger();
    await settle();
    expect(polls).toHaveLength(0);
    setCapacity(true);
    poller.resume();
    expect(polls).toHaveLength(1);
  });

  it('reports a failed poll, and does not repeat it by itself', async () => {
    const { poller, polls, errors } = heldPolls();
    const error = new Error('unavailable');
    poller.trigger();
    polls[0]?.reject(error);
    await settle();
    expect(errors).toEqual([error]);
    expect(polls).toHaveLength(1);
    poller.trigger();
    expect(polls).toHaveLength(2);
  });

  it('does not lose a trigger that came during a poll that failed', async () => {
    const { poller, polls } = heldPolls();
    poller.trigger();
    poller.trigger();
    polls[0]?.reject(new Error('unavailable'));
    await settle();
    expect(polls).toHaveLength(2);
  });

  it('settles when the running poll has ended, and at once when none is running', async () => {
    const { poller, polls } = heldPolls();
    await poller.settled();
    poller.trigger();
    let isSettled = false;
    const settled = poller.settled().then(() => {
      isSettled = true;
    });
    await settle();
    expect(isSettled).toBe(false);
    polls[0]?.resolve(false);
    await settled;
  });

  it('polls no more after it was stopped, whatever the running poll found', async () => {
    const { poller, polls } = heldPolls();
    poller.trigger();
    poller.stop();
    polls[0]?.resolve(true);
    await settle();
    poller.trigger();
    await settle();
    expect(polls).toHaveLength(1);
  });
});

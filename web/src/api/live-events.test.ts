/** Nothing that happens while a session is renewed stays unseen. */
import type { AccountEvent } from '@octavo/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveEvents } from './live-events.ts';

const done = (id: number): AccountEvent => ({
  id,
  type: 'job.done',
  timestamp: '2026-11-16T08:00:00Z',
  data: { job_id: `job-${id}`, status: 'done', page_count: 1, error_message: null },
});

/** Each stream brings these events and then ends with a 401, which the SDK does not bridge; the last one stays open. */
function listenTo(...streams: readonly (readonly AccountEvent[])[]) {
  const askedAfter: (number | undefined)[] = [];
  const controller = new AbortController();
  async function* stream({ lastEventId }: { readonly lastEventId?: number | undefined } = {}) {
    askedAfter.push(lastEventId);
    const events = streams[askedAfter.length - 1];
    yield* events ?? [];
    if (events) throw new Error('401');
    await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
  }
  const live = new LiveEvents({ events: { stream } } as unknown as ConstructorParameters<
    typeof LiveEvents
  >[0]);
  const told: string[] = [];
  live.listen(({ type, id }) => told.push(id === null ? type : `${type} ${id}`));
  return { running: live.run(controller.signal), leave: () => controller.abort(), askedAfter, told };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('goes on after the last event it told when a refused session is good again', async () => {
  const { running, leave, askedAfter, told } = listenTo([done(7), done(8)], []);
  await vi.advanceTimersByTimeAsync(20_000);
  leave();
  await running;
  expect(askedAfter).toEqual([undefined, 8, 8]);
  expect(told).toEqual(['job.done 7', 'job.done 8']);
});

it('tells of a reset where there is no event to go on from, so that lists are read again', async () => {
  const { running, leave, askedAfter, told } = listenTo([]);
  await vi.advanceTimersByTimeAsync(20_000);
  leave();
  await running;
  expect(askedAfter).toEqual([undefined, undefined]);
  expect(told).toEqual(['stream.reset']);
});

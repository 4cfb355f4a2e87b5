/** No event is missed while a session is renewed. */
import type { AccountEvent } from '@octavo/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveEvents } from './live-events.ts';

const done = (id: number): AccountEvent => ({
  id,
  type: 'job.done',
  timestamp: '2026-11-16T08:00:00Z',
  data: { job_id: `job-${id}`, status: 'done', page_count: 1, error_message: null },
});

/** Each stream yields these events, then fails with a 401 that the SDK does not retry; the last one stays open. */
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
  const received: string[] = [];
  live.listen(({ type, id }) => received.push(id === null ? type : `${type} ${id}`));
  return { running: live.run(controller.signal), leave: () => controller.abort(), askedAfter, received };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('resumes after the last event when a rejected session is valid again', async () => {
  const { running, leave, askedAfter, received } = listenTo([done(7), done(8)], []);
  await vi.advanceTimersByTimeAsync(20_000);
  leave();
  await running;
  expect(askedAfter).toEqual([undefined, 8, 8]);
  expect(received).toEqual(['job.done 7', 'job.done 8']);
});

it('emits a reset if there is no event to resume from, so that lists are read again', async () => {
  const { running, leave, askedAfter, received } = listenTo([]);
  await vi.advanceTimersByTimeAsync(20_000);
  leave();
  await running;
  expect(askedAfter).toEqual([undefined, undefined]);
  expect(received).toEqual(['stream.reset']);
});

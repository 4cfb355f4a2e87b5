/** News that arrive while a slow client is still being told the ones before. Bounded: what overflows is read from the store later. */
import type { JobEvent } from '../domain/event.ts';
import type { EventFeed, ProgressUpdate } from '../ports/events.ts';

export type EventBuffer = {
  /** The next news; `gap` when some were missed, `over` when nothing more will be told, `null` when there are none yet. */
  take(): JobEvent | ProgressUpdate | 'gap' | 'over' | null;
  /** False when nothing came in time. */
  wait(timeoutMs: number): Promise<boolean>;
  close(): void;
};

const updatesMax = 256;

export function openEventBuffer(
  feed: EventFeed,
  owner: { readonly accountId: string; readonly apiKeyId: string | null; readonly signal: AbortSignal },
): EventBuffer {
  const updates: (JobEvent | ProgressUpdate)[] = [];
  let isGap = false;
  let isOver = owner.signal.aborted;
  let wake = () => {};

  const missed = () => {
    updates.length = 0;
    isGap = true;
    wake();
  };
  const receive = (item: JobEvent | ProgressUpdate) => {
    if (updates.length >= updatesMax) missed();
    else updates.push(item);
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  const unsubscribe = feed.subscribe(owner.accountId, {
    apiKeyId: owner.apiKeyId,
    onEvent: receive,
    onProgress: receive,
    onGap: missed,
    onRevoked: end,
  });
  owner.signal.addEventListener('abort', end);

  return {
    take: () => {
      if (isOver) return 'over';
      if (!isGap) return updates.shift() ?? null;
      isGap = false;
      return 'gap';
    },
    wait: (timeoutMs) => {
      if (isOver || isGap || updates.length > 0) return Promise.resolve(true);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), timeoutMs);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
      return promise;
    },
    close: () => {
      unsubscribe();
      owner.signal.removeEventListener('abort', end);
    },
  };
}

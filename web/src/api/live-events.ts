/** What happens to the account's jobs, as it happens: one stream for the whole page, however many parts listen. */
import type { AccountEvent, Octavo } from '@octavo/sdk';

type Listener = (event: AccountEvent) => void;

const pauseMs = 5_000;

export class LiveEvents {
  readonly #client: Pick<Octavo, 'events'>;
  readonly #listeners = new Set<Listener>();

  constructor(client: Pick<Octavo, 'events'>) {
    this.#client = client;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Until the signal. The SDK bridges interruptions; what it gives up on, a session that ended, is tried again slowly. */
  async run(signal: AbortSignal): Promise<void> {
    let lastEventId: number | undefined;
    while (!signal.aborted) {
      try {
        for await (const event of this.#client.events.stream({ signal, lastEventId })) {
          lastEventId = event.id ?? lastEventId;
          this.#notify(event);
        }
      } catch {
        if (signal.aborted) return;
        await pause(pauseMs, signal);
        // Without a number to go on from, the next stream begins with what happens then: lists have to be read again.
        if (lastEventId === undefined && !signal.aborted) this.#notify(resetEvent());
      }
    }
  }

  #notify(event: AccountEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function resetEvent(): AccountEvent {
  return { id: null, type: 'stream.reset', timestamp: new Date().toISOString(), data: {} };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

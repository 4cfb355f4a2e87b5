/** The event stream of the account: one connection for all listeners. */
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

  /** Runs until the signal aborts. The SDK reconnects by itself; if it gives up (401), the stream is reopened after a pause. */
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
        // Without an event id to resume from, events may have been missed: listeners must read their lists again.
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

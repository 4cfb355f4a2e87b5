/** What happens to all jobs of the account, as it happens. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { AccountEvent } from '../wire.ts';
import { followStream } from './follow-stream.ts';

export type EventsOptions = RequestOptions & {
  /** The number of the last event that was heard: the stream goes on after it. Otherwise it begins now. */
  readonly lastEventId?: number | undefined;
};

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Never ends by itself: leave the loop or abort the signal. Interruptions are bridged, and what was missed
   * meanwhile is told afterwards. Keep the `id` of what you have heard to go on after a restart.
   */
  stream(options: EventsOptions = {}): AsyncGenerator<AccountEvent, void, undefined> {
    return followStream<AccountEvent>(this.#transport, '/events', options);
  }
}

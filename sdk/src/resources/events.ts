/** The live event stream of all jobs of the account. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { AccountEvent } from '../wire.ts';
import { followStream } from './follow-stream.ts';

export type EventsOptions = RequestOptions & {
  /** The id of the last event received: the stream continues after it. Default: start with new events. */
  readonly lastEventId?: number | undefined;
};

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Never ends by itself: leave the loop or abort the signal. Reconnects after interruptions and delivers the events
   * missed in between. Store the `id` of the last event to continue after a restart.
   */
  stream(options: EventsOptions = {}): AsyncGenerator<AccountEvent, void, undefined> {
    return followStream<AccountEvent>(this.#transport, '/events', options);
  }
}

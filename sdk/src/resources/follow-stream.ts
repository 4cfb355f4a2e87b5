/** One endless event stream over many connections, each continuing after the last event received. */
import { ServerError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/octavo-error.ts';
import type { Attempt, RequestOptions } from '../request/attempt.ts';
import { readFrames } from '../request/event-stream.ts';
import { readBody } from '../request/read-body.ts';
import { delayBeforeRetryMs } from '../request/retry.ts';
import { sleep } from '../request/sleep.ts';
import type { Transport } from '../request/transport.ts';

/** The server sends a heartbeat every 15 s. */
const silenceMaxMs = 45_000;

export type FollowOptions = RequestOptions & {
  readonly lastEventId?: number | undefined;
  /** How many connections in a row may deliver no event before this throws; default unlimited. */
  readonly emptyConnectionsMax?: number | undefined;
};

type NumberedEvent = { readonly id: number | null };

export async function* followStream<Event extends NumberedEvent>(
  transport: Transport,
  path: string,
  options: FollowOptions,
): AsyncGenerator<Event, void, undefined> {
  const { emptyConnectionsMax = Number.POSITIVE_INFINITY, signal } = options;
  let lastEventId = options.lastEventId;
  let emptyConnections = 0;
  while (true) {
    const connection: Connection = { isOver: false, failure: undefined };
    for await (const event of connectionOf<Event>(transport, path, { ...options, lastEventId }, connection)) {
      emptyConnections = 0;
      lastEventId = event.id ?? lastEventId;
      yield event;
    }
    if (connection.isOver) return;
    emptyConnections += 1;
    if (emptyConnections >= emptyConnectionsMax) throw connection.failure ?? noEventsError();
    await sleep(delayBeforeRetryMs(emptyConnections - 1, null) ?? 0, signal);
  }
}

type Connection = { isOver: boolean; failure: unknown };

/** Yields the events of one connection and records in `connection` how it ended. Throws errors that no retry can fix. */
async function* connectionOf<Event extends NumberedEvent>(
  transport: Transport,
  path: string,
  options: FollowOptions,
  connection: Connection,
): AsyncGenerator<Event> {
  try {
    const attempt = await connect(transport, path, options);
    if (attempt) yield* eventsOf<Event>(attempt);
    else connection.isOver = true;
  } catch (error) {
    if (!isTemporary(error)) throw error;
    connection.failure = error;
  }
}

function noEventsError(): ConnectionError {
  return new ConnectionError('The event stream delivers no events.', 'Poll the job instead.');
}

function isTemporary(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof ServerError;
}

async function connect(transport: Transport, path: string, options: FollowOptions): Promise<Attempt | null> {
  const attempt = await transport.open(
    {
      method: 'GET',
      path,
      headers: { accept: 'text/event-stream', 'last-event-id': options.lastEventId?.toString() },
      idleTimeoutMs: silenceMaxMs,
      isRepeatable: true,
    },
    options,
  );
  const { status, headers, body } = attempt.response;
  if (status === 200 && headers.get('content-type')?.startsWith('text/event-stream') && body) return attempt;
  attempt.finish();
  await body?.cancel().catch(() => {});
  if (status === 204) return null;
  throw new ConnectionError('The response is not an event stream.', 'Poll the job instead.');
}

async function* eventsOf<Event extends NumberedEvent>(attempt: Attempt): AsyncGenerator<Event> {
  for await (const frame of readFrames(readBody(attempt))) {
    const body = JSON.parse(frame.data) as object;
    yield { id: frame.id === null ? null : Number(frame.id), ...body } as unknown as Event;
  }
}

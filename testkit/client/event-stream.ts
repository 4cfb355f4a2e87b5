/** A client of event streams: opens a stream, keeps each event with its time of arrival, and can be cut off. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type Caller, credentialHeaders } from './credentials.ts';

export type ReceivedEvent = {
  readonly id: number | null;
  readonly type: string;
  readonly atMs: number;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
};

export type EventStream = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly received: readonly ReceivedEvent[];
  /** Resolves when the condition holds for what was received; fails after the deadline. */
  until(isReached: (received: readonly ReceivedEvent[]) => boolean, timeoutMs?: number): Promise<void>;
  /** Resolves when the server ends the stream. */
  readonly over: Promise<void>;
  close(): void;
};

export type StreamCaller = {
  readonly caller: Caller;
  readonly lastEventId?: number;
  readonly onEvent?: (event: ReceivedEvent) => void;
};

function parse(frame: string): ReceivedEvent | null {
  const fields = new Map(
    frame
      .split('\n')
      .map((line) => /^(id|event|data): (.*)$/.exec(line))
      .flatMap((match) => (match ? [[match[1], match[2] ?? ''] as const] : [])),
  );
  const data = fields.get('data');
  if (data === undefined) return null;
  const id = fields.get('id');
  return {
    id: id === undefined ? null : Number(id),
    type: fields.get('event') ?? '',
    atMs: performance.now(),
    body: JSON.parse(data) as ReceivedEvent['body'],
  };
}

function open(url: URL, { caller, lastEventId }: StreamCaller): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, {
      agent: false,
      headers: {
        ...credentialHeaders(caller),
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
      },
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end();
  });
}

export async function openStreamAt(url: URL, ask: StreamCaller): Promise<EventStream> {
  const answer = await open(url, ask);
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    const frames = (text + part).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const event = parse(frame);
      if (event === null) continue;
      received.push(event);
      ask.onEvent?.(event);
    }
    for (const look of waiting) look();
  });
  const over = new Promise<void>((resolve) => {
    answer.on('close', resolve);
    // An interrupted stream counts as ended.
    answer.on('error', () => resolve());
  });
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    received,
    over,
    close: () => answer.destroy(),
    until: (isReached, timeoutMs = 60_000) =>
      new Promise((resolve, reject) => {
        const settle = (error?: Error) => {
          clearTimeout(timer);
          waiting.delete(look);
          if (error) reject(error);
          else resolve();
        };
        const look = () => {
          if (isReached(received)) settle();
        };
        const timer = setTimeout(() => {
          settle(new Error(`not received in time; received ${received.map(({ type }) => type).join(', ')}`));
        }, timeoutMs);
        waiting.add(look);
        look();
      }),
  };
}

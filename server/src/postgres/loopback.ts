/** Checks that notifications arrive on a listening connection: a pooler in transaction mode drops them silently. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { socketWithIdleTimeout } from './socket-with-idle-timeout.ts';

const withinMs = 5_000;
/** Pings pause during a check, so it must end before the connection counts as silent. */
const arrivalMs = 3_000;

export class NotificationsLostError extends Error {
  override readonly name = 'NotificationsLostError';

  constructor() {
    super(
      'notifications do not arrive on the listening connection: it probably goes through a pooler in transaction mode; set OCTAVO_DATABASE_LISTEN_URL to a direct connection',
    );
  }
}

/** Sent from a second session, because a pooler would deliver a session its own notifications. */
async function notify(url: string, channel: string, payload: string, signal: AbortSignal): Promise<void> {
  const socket = socketWithIdleTimeout(withinMs)();
  const client = new pg.Client({
    stream: () => socket,
    connectionString: url,
    application_name: 'octavo-echo',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => {});
  // Destroyed, not ended: a dead connection never acknowledges an orderly end.
  const leave = () => socket.destroy();
  signal.addEventListener('abort', leave);
  try {
    await client.connect();
    await client.query('select pg_notify($1, $2)', [channel, payload]);
  } finally {
    await client.end().catch(() => {});
    signal.removeEventListener('abort', leave);
  }
}

export type Loopback = {
  /** The client must listen on it. */
  readonly channel: string;
  /** Rejects with `NotificationsLostError` when a notification was sent and did not arrive in time. */
  check(signal: AbortSignal): Promise<void>;
};

export function loopbackOn(client: pg.Client, url: string): Loopback {
  const channel = `octavo_echo_${randomBytes(8).toString('hex')}`;
  return {
    channel,
    check: async (signal) => {
      const payload = randomBytes(8).toString('hex');
      const received = Promise.withResolvers<void>();
      const onNotification = (message: pg.Notification) => {
        if (message.channel === channel && message.payload === payload) received.resolve();
      };
      const leave = () => received.resolve();
      client.on('notification', onNotification);
      signal.addEventListener('abort', leave);
      let timer: NodeJS.Timeout | undefined;
      try {
        await notify(url, channel, payload, signal);
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new NotificationsLostError()), arrivalMs);
        });
        await Promise.race([received.promise, late]);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        client.off('notification', onNotification);
      }
    },
  };
}

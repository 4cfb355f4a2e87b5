/** A dedicated connection that listens to channels, and reconnects when it is lost or receives nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loopbackOn, NotificationsLostError } from './loopback.ts';
import { limitSession } from './session-settings.ts';
import { socketWithIdleTimeout } from './socket-with-idle-timeout.ts';

export type Listener = {
  /** Connected, and a test notification has arrived. */
  isListening(): boolean;
  close(): Promise<void>;
};

export type ListenerSettings = {
  readonly url: string;
  readonly applicationName: string;
  /** The handler of each channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Called on every (re)connect: notifications may have been missed in between. */
  readonly onListening: () => void;
  readonly onError: (error: Error) => void;
  /** Called every two seconds while test notifications arrive: the session is not shared through a pooler. */
  readonly onSession?: (client: pg.Client) => Promise<void>;
  /** A connection that receives nothing for this long counts as lost. */
  readonly silenceMs?: number;
};

const reconnectMs = 500;
const usualSilenceMs = 15_000;
const sessionUseEveryMs = 2_000;
/** Each check opens one short connection, so it is rare. */
const loopbackEveryMs = 60_000;

/** Repeats until the signal; a failure ends it. */
async function repeat(everyMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Resolves when the connection has ended. */
async function listen(client: pg.Client, settings: ListenerSettings, onLoopback: () => void): Promise<void> {
  const ended = new AbortController();
  const over = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', settings.onError);
  client.on('notification', ({ channel, payload = '' }) => settings.channels[channel]?.(payload));
  await client.connect();
  await limitSession(client);
  const loopback = loopbackOn(client, settings.url);
  const listens = [...Object.keys(settings.channels), loopback.channel].map((channel) => `listen ${channel}`);
  await client.query(listens.join('; '));
  settings.onListening();
  // A listening connection sends nothing: without a regular query a dead server would not be noticed.
  const pingMs = (settings.silenceMs ?? usualSilenceMs) / 3;
  // Not during a check: through a pooler, a query may fetch notifications that would not arrive without it.
  let isChecking = false;
  let isConfirmed = false;
  const pinging = repeat(pingMs, ended.signal, async () => {
    if (!isChecking) await client.query('select 1');
  });
  const usingSession = repeat(sessionUseEveryMs, ended.signal, async () => {
    if (isConfirmed && !isChecking) await settings.onSession?.(client);
  });
  const checkingLoopback = repeat(loopbackEveryMs, ended.signal, async () => {
    isChecking = true;
    try {
      // Queries that were sent before are answered then.
      await client.query('select 1');
      await loopback.check(ended.signal);
      if (ended.signal.aborted) return;
      onLoopback();
      isConfirmed = true;
    } catch (error) {
      // Other failures do not concern this connection; `pinging` checks it.
      if (error instanceof NotificationsLostError) throw error;
    } finally {
      isChecking = false;
    }
  });
  try {
    await Promise.race([over, pinging, usingSession, checkingLoopback]);
  } finally {
    ended.abort();
    await Promise.allSettled([pinging, usingSession, checkingLoopback, client.end()]);
  }
}

export function openListener(settings: ListenerSettings): Listener {
  const closing = new AbortController();
  let client: pg.Client | null = null;
  let isListening = false;
  let isSilent = false;

  function report(error: Error): void {
    // It fails every few seconds until the configuration is fixed: reported once.
    if (error instanceof NotificationsLostError && isSilent) return;
    isSilent ||= error instanceof NotificationsLostError;
    settings.onError(error);
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      client = new pg.Client({
        connectionString: settings.url,
        application_name: settings.applicationName,
        keepAlive: true,
        stream: socketWithIdleTimeout(settings.silenceMs ?? usualSilenceMs),
      });
      await listen(client, { ...settings, onError: report }, () => {
        isListening = true;
        isSilent = false;
      }).catch(report);
      isListening = false;
      await client.end().catch(() => {});
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    isListening: () => isListening,
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
      await listening;
    },
  };
}

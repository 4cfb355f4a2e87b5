/** One connection of its own that listens to channels, and comes back by itself when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { attentiveSocket } from './attentive-socket.ts';

export type Listener = { close(): Promise<void> };

export type ListenerSettings = {
  readonly url: string;
  readonly applicationName: string;
  /** What to do with a message, by its channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Listening, for the first time or again: something may have been missed in between. */
  readonly onListening: () => void;
  readonly onError: (error: Error) => void;
  /** After so long without a word the connection counts as lost. */
  readonly silenceMs?: number;
};

const reconnectMs = 500;
const usualSilenceMs = 15_000;

/** Resolves when the connection is over, however it ended. */
async function listen(client: pg.Client, settings: ListenerSettings): Promise<void> {
  const over = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', settings.onError);
  client.on('notification', ({ channel, payload = '' }) => settings.channels[channel]?.(payload));
  await client.connect();
  const listens = Object.keys(settings.channels).map((channel) => `listen ${channel}`);
  await client.query(listens.join('; '));
  settings.onListening();
  // A listener only hears: without a question now and then it would not notice that nobody speaks any more.
  const askMs = (settings.silenceMs ?? usualSilenceMs) / 3;
  const asking = setInterval(() => void client.query('select 1').catch(settings.onError), askMs);
  await over.finally(() => clearInterval(asking));
}

export function openListener(settings: ListenerSettings): Listener {
  const closing = new AbortController();
  let client: pg.Client | null = null;

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      client = new pg.Client({
        connectionString: settings.url,
        application_name: settings.applicationName,
        keepAlive: true,
        stream: attentiveSocket(settings.silenceMs ?? usualSilenceMs),
      });
      await listen(client, settings).catch(settings.onError);
      await client.end().catch(() => {});
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
      await listening;
    },
  };
}

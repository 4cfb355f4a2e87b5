/** News over `LISTEN`: one connection of its own that comes back by itself when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Signals } from '../ports/tasks.ts';
import { deletionChannel, taskChannel } from './queue.ts';

export type OpenSignals = Signals & { close(): Promise<void> };

const reconnectMs = 500;
const applicationName = 'octavo-signals';

type Listeners = { readonly task: Set<() => void>; readonly deletion: Set<(jobId: string) => void> };

function hear(listeners: Listeners, { channel, payload = '' }: pg.Notification): void {
  if (channel === taskChannel) for (const listener of listeners.task) listener();
  if (channel === deletionChannel) for (const listener of listeners.deletion) listener(payload);
}

/** Resolves when the connection is over, however it ended. */
async function listen(
  client: pg.Client,
  listeners: Listeners,
  onError: (error: Error) => void,
): Promise<void> {
  const over = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', onError);
  client.on('notification', (news) => hear(listeners, news));
  await client.connect();
  await client.query(`listen ${taskChannel}; listen ${deletionChannel}`);
  // Something may have been missed in between.
  for (const listener of listeners.task) listener();
  await over;
}

export function openSignals(url: string, onError: (error: Error) => void): OpenSignals {
  const listeners: Listeners = { task: new Set(), deletion: new Set() };
  const closing = new AbortController();
  let client: pg.Client | null = null;

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      client = new pg.Client({ connectionString: url, application_name: applicationName, keepAlive: true });
      await listen(client, listeners, onError).catch(onError);
      await client.end().catch(() => {});
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    onTask: (listener) => void listeners.task.add(listener),
    onDeletion: (listener) => void listeners.deletion.add(listener),
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
      await listening;
    },
  };
}

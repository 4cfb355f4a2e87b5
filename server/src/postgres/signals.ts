/** News over `LISTEN`: one connection of its own that comes back by itself when it is lost. */
import pg from 'pg';
import type { Signals } from '../ports/tasks.ts';
import { deletionChannel, taskChannel } from './queue.ts';

export type OpenSignals = Signals & { close(): Promise<void> };

const reconnectMs = 500;
const applicationName = 'octavo-signals';

export function openSignals(url: string, onError: (error: Error) => void): OpenSignals {
  const onTask = new Set<() => void>();
  const onDeletion = new Set<(jobId: string) => void>();
  let client: pg.Client | null = null;
  let closed = false;

  const hear = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === taskChannel) for (const listener of onTask) listener();
    if (channel === deletionChannel) for (const listener of onDeletion) listener(payload);
  };

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: applicationName, keepAlive: true });
    next.on('notification', hear);
    next.on('error', onError);
    next.once('end', () => {
      client = null;
      if (!closed) setTimeout(connectOrRetry, reconnectMs).unref();
    });
    await next.connect();
    client = next;
    await next.query(`listen ${taskChannel}; listen ${deletionChannel}`);
    // Something may have been missed in between.
    for (const listener of onTask) listener();
  };

  const connectOrRetry = () => {
    if (closed) return;
    connect().catch((error) => {
      onError(error);
      setTimeout(connectOrRetry, reconnectMs).unref();
    });
  };

  connectOrRetry();
  return {
    onTask: (listener) => void onTask.add(listener),
    onDeletion: (listener) => void onDeletion.add(listener),
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}

/**
 * Passes events of any process on to the subscribers of this one, over one listening connection. A notification says
 * only how far an account is; the events are read from the table. A poll finds what was not announced.
 */
import type { EventFeed, EventStore } from '../ports/events.ts';
import { eventChannel, progressChannel, revocationChannel } from './channels.ts';
import { followAccounts } from './followed-accounts.ts';
import { readEventPayload, readProgressPayload } from './json-values.ts';
import { type Listener, openListener } from './listener.ts';

export type OpenEventFeed = EventFeed & Listener;

export type EventFeedSettings = {
  readonly url: string;
  readonly events: Pick<EventStore, 'after' | 'newest'>;
  readonly onError: (error: Error) => void;
};

/** The longest delay of an event whose announcement was lost. */
const pollMs = 1_000;

/** `null` for a payload that this version does not understand. */
function readPayload<T>(read: (value: unknown) => T, text: string): T | null {
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}

export function openEventFeed({ url, events, onError }: EventFeedSettings): OpenEventFeed {
  const accounts = followAccounts(events);
  let isChecking = false;

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    // The listener reports that the database is not available.
    await accounts.check().catch(() => {});
    isChecking = false;
  }

  function receiveEvent(text: string): void {
    const payload = readPayload(readEventPayload, text);
    if (!payload) return void check();
    accounts.announce(payload.account_id, payload.number, payload.ended);
  }

  function publishProgress(text: string): void {
    const payload = readPayload(readProgressPayload, text);
    if (!payload) return;
    const { account_id, job_id: jobId, pages, stage, done, total } = payload;
    for (const subscriber of accounts.subscribersOf(account_id))
      subscriber.onProgress({ jobId, pages, progress: { stage, done, total } });
  }

  function publishRevocation(keyId: string): void {
    for (const subscriber of accounts.all()) if (subscriber.apiKeyId === keyId) subscriber.onRevoked();
  }

  const listener = openListener({
    url,
    applicationName: 'octavo-events',
    channels: {
      [eventChannel]: receiveEvent,
      [progressChannel]: publishProgress,
      [revocationChannel]: publishRevocation,
    },
    onListening: () => void check(),
    onError,
  });
  const polling = setInterval(() => void check(), pollMs);

  return {
    close: async () => {
      clearInterval(polling);
      await listener.close();
    },
    isListening: listener.isListening,
    subscribe: accounts.subscribe,
  };
}

/** Publishes events received by LISTEN to the subscribers of this process, over one connection. */
import type { EventFeed, Subscriber } from '../ports/events.ts';
import { eventChannel, progressChannel, revocationChannel } from './channels.ts';
import { toEvent } from './events.ts';
import { readEventPayload, readProgressPayload } from './json-values.ts';
import { type Listener, openListener } from './listener.ts';

export type OpenEventFeed = EventFeed & Listener;

/** `null` for a payload that this version does not understand. */
function readPayload<T>(read: (value: unknown) => T, text: string): T | null {
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}

export function openEventFeed(url: string, onError: (error: Error) => void): OpenEventFeed {
  const byAccount = new Map<string, Set<Subscriber>>();
  const of = (accountId: string): Iterable<Subscriber> => byAccount.get(accountId) ?? [];
  const all = () => [...byAccount.values()].flatMap((subscribers) => [...subscribers]);

  function publishEvent(text: string): void {
    const payload = readPayload(readEventPayload, text);
    // One that was too large for a notification is read from the table.
    const event = payload?.data ? toEvent({ ...payload, data: payload.data }) : null;
    for (const subscriber of payload ? of(payload.account_id) : all()) {
      if (event) subscriber.onEvent(event);
      else subscriber.onGap();
    }
  }

  function publishProgress(text: string): void {
    const payload = readPayload(readProgressPayload, text);
    if (!payload) return;
    const { account_id, job_id: jobId, pages, stage, done, total } = payload;
    for (const subscriber of of(account_id))
      subscriber.onProgress({ jobId, pages, progress: { stage, done, total } });
  }

  function publishGap(): void {
    for (const subscriber of all()) subscriber.onGap();
  }

  function publishRevocation(keyId: string): void {
    for (const subscriber of all()) if (subscriber.apiKeyId === keyId) subscriber.onRevoked();
  }

  const listener = openListener({
    url,
    applicationName: 'octavo-events',
    channels: {
      [eventChannel]: publishEvent,
      [progressChannel]: publishProgress,
      [revocationChannel]: publishRevocation,
    },
    onListening: publishGap,
    onError,
  });

  return {
    close: listener.close,
    isListening: listener.isListening,
    subscribe: (accountId, subscriber) => {
      const subscribers = byAccount.get(accountId) ?? new Set();
      byAccount.set(accountId, subscribers.add(subscriber));
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size === 0 && byAccount.get(accountId) === subscribers) byAccount.delete(accountId);
      };
    },
  };
}

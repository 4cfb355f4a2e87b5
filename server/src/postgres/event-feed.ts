/** Events over `LISTEN`, handed to those of this process who wait for them: one connection, however many wait. */
import type { Stage } from '../domain/job.ts';
import type { EventFeed, Subscriber } from '../ports/events.ts';
import { eventChannel, progressChannel, revocationChannel } from './channels.ts';
import { type EventPayload, eventOf } from './events.ts';
import { type Listener, openListener } from './listener.ts';

export type OpenEventFeed = EventFeed & Listener;

type ProgressPayload = {
  readonly account_id: string;
  readonly job_id: string;
  readonly pages: number;
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
};

export function openEventFeed(url: string, onError: (error: Error) => void): OpenEventFeed {
  const byAccount = new Map<string, Set<Subscriber>>();
  const of = (accountId: string): Iterable<Subscriber> => byAccount.get(accountId) ?? [];
  const all = () => [...byAccount.values()].flatMap((subscribers) => [...subscribers]);

  function publishEvent(payload: string): void {
    const news = JSON.parse(payload) as EventPayload;
    // One that was too large for a notification is read from the table.
    const event = news.data ? eventOf(news) : null;
    for (const subscriber of of(news.account_id)) {
      if (event) subscriber.onEvent(event);
      else subscriber.onGap();
    }
  }

  function publishProgress(payload: string): void {
    const { account_id, job_id: jobId, pages, stage, done, total } = JSON.parse(payload) as ProgressPayload;
    for (const subscriber of of(account_id))
      subscriber.onProgress({ jobId, pages, progress: { stage, done, total } });
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
    onListening: () => {
      for (const subscriber of all()) subscriber.onGap();
    },
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

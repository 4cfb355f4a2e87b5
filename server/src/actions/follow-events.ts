/** Follows what happens to an account's jobs: from where the client was, each event once and in order, then as it comes. */
import type { JobEvent } from '../domain/event.ts';
import type { EventFeed, ProgressNews } from '../ports/events.ts';
import type { Store } from '../ports/store.ts';
import { type Inbox, openInbox } from './event-inbox.ts';

export type FollowEventsPorts = { readonly store: Pick<Store, 'events'>; readonly feed: EventFeed };

export type Followed =
  | { readonly kind: 'event'; readonly event: JobEvent }
  | ({ readonly kind: 'progress' } & ProgressNews)
  /** What the client asked to resume from is not kept any more, or never was: it must look for itself. */
  | { readonly kind: 'reset' }
  /** Nothing happened for a while. */
  | { readonly kind: 'silence' };

export type Following = {
  readonly accountId: string;
  readonly apiKeyId: string | null;
  /** One job alone; `null` follows all. */
  readonly jobId: string | null;
  /** The last number the client has; `null` begins with what comes, or with a job's first event. */
  readonly after: number | null;
  readonly silenceMs: number;
  readonly signal: AbortSignal;
};

const pageSize = 200;

type Position = { last: number };

/** Everything up to now. Numbers have no gaps, so whatever is up to the newest number has been committed and is seen. */
async function* catchUp({ store }: FollowEventsPorts, following: Following, position: Position) {
  const { newest } = await store.events.bounds(following.accountId);
  let page: readonly JobEvent[];
  do {
    page = await store.events.after(following.accountId, position.last, pageSize, following.jobId);
    for (const event of page) {
      position.last = event.number;
      yield { kind: 'event' as const, event };
    }
  } while (page.length === pageSize);
  position.last = Math.max(position.last, newest);
}

async function begin({ store }: FollowEventsPorts, { accountId, jobId, after }: Following) {
  const { oldest, newest } = await store.events.bounds(accountId);
  if (after === null) return { last: jobId === null ? newest : 0, isReset: false };
  const isKept = after <= newest && (oldest ?? newest + 1) <= after + 1;
  return { last: Math.min(after, newest), isReset: !isKept };
}

/** What one piece of news is worth: something to tell, nothing, or the sign that something was missed. */
function weigh(news: JobEvent | ProgressNews | 'gap', following: Following, position: Position) {
  if (news === 'gap') return 'gap' as const;
  const concerns = following.jobId === null || following.jobId === news.jobId;
  if ('progress' in news) return concerns ? { kind: 'progress' as const, ...news } : null;
  if (news.number > position.last + 1) return 'gap' as const;
  if (news.number <= position.last) return null;
  position.last = news.number;
  return concerns ? { kind: 'event' as const, event: news } : null;
}

async function* live(ports: FollowEventsPorts, following: Following, inbox: Inbox, position: Position) {
  for (let news = inbox.take(); news !== 'over'; news = inbox.take()) {
    if (news === null) {
      if (!(await inbox.wait(following.silenceMs))) yield { kind: 'silence' as const };
      continue;
    }
    const worth = weigh(news, following, position);
    if (worth === 'gap') yield* catchUp(ports, following, position);
    else if (worth) yield worth;
  }
}

/** Ends with the signal, or when the key it was opened with is revoked. */
export async function* followEvents(
  ports: FollowEventsPorts,
  following: Following,
): AsyncGenerator<Followed> {
  // Subscribed before the store is asked, so that nothing falls between the two.
  const inbox = openInbox(ports.feed, following);
  try {
    const { last, isReset } = await begin(ports, following);
    if (isReset) yield { kind: 'reset' };
    const position = { last };
    yield* catchUp(ports, following, position);
    yield* live(ports, following, inbox, position);
  } finally {
    inbox.close();
  }
}

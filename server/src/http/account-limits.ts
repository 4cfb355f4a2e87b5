/** Limits the concurrent requests of one account, or of its share links, in an API process, so that none uses up what all have in common. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConcurrencyLimiter } from '../domain/concurrency-limiter.ts';
import { OctavoError } from '../domain/errors.ts';
import { callerOf } from './authenticate.ts';
import { whenClosed } from './deadline.ts';

export type AccountLimits = {
  /** Event streams and long polls: each keeps a connection open for minutes. */
  readonly streamsPerAccountMax: number;
  /** Each keeps a connection to the storage open while its client reads. */
  readonly downloadsPerAccountMax: number;
  /** Of all accounts. Lower than the number of storage connections, so that uploads always get one. */
  readonly downloadsMax: number;
  /** All other requests but uploads, which have their own limit. */
  readonly requestsPerAccountMax: number;
};

/** For routes that do several things after each other, each with a limit of its own. */
export type AccountSlots = {
  /** Taken until the response has been sent. Throws when the limit is reached. */
  take(request: FastifyRequest, reply: FastifyReply, kind: 'stream' | 'download'): void;
};

type LimitedKind = 'stream' | 'download' | 'request';
/** Uploads have a limit of their own, where they are received. */
type Kind = LimitedKind | 'upload';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What kind of request the route serves; a short request by default. `long-poll`: a stream if it waits. */
    readonly holds?: 'stream' | 'download' | 'upload' | 'long-poll';
  }
}

const retrySeconds = 5;
const allAccounts = 'allAccounts';
const names = { stream: 'event streams and long polls', download: 'downloads', request: 'requests' };

function kindOf(request: FastifyRequest): Kind {
  const { holds = 'request' } = request.routeOptions.config;
  if (holds === 'download' && request.method === 'HEAD') return 'request';
  if (holds === 'long-poll') return 'wait' in (request.query as object) ? 'stream' : 'request';
  return holds;
}

/** Whose requests are counted together. */
export type Holder = { readonly key: string; readonly name: string };

export type RequestLimiters = Readonly<Record<LimitedKind, ConcurrencyLimiter>>;

export const requestLimiters = (): RequestLimiters => ({
  stream: new ConcurrencyLimiter(),
  download: new ConcurrencyLimiter(),
  request: new ConcurrencyLimiter(),
});

const accountOf = (request: FastifyRequest): Holder => ({
  key: callerOf(request).account.id,
  name: 'your account',
});

function tooMany(kind: LimitedKind, { name }: Holder, most: number): OctavoError {
  return new OctavoError(
    'too_many_requests',
    `${most} ${names[kind]} of ${name} are open, which is the limit. Try again in ${retrySeconds} seconds.`,
    { retryAfterSeconds: retrySeconds },
  );
}

function busy(): OctavoError {
  return new OctavoError('service_unavailable', 'Too many downloads are under way. Try again shortly.', {
    retryAfterSeconds: retrySeconds,
  });
}

const noSlot: Disposable = { [Symbol.dispose]: () => {} };

/** Applies to routes registered afterwards; the holder must be known. */
export function limitAccounts(
  app: FastifyInstance,
  limits: AccountLimits,
  limiters: RequestLimiters,
  holderOf = accountOf,
): AccountSlots {
  const most = {
    stream: limits.streamsPerAccountMax,
    download: limits.downloadsPerAccountMax,
    request: limits.requestsPerAccountMax,
  };
  const take = (request: FastifyRequest, reply: FastifyReply, kind: LimitedKind) => {
    const holder = holderOf(request);
    const slot = limiters[kind].acquire(holder.key, most[kind]);
    if (!slot) throw tooMany(kind, holder, most[kind]);
    const shared = kind === 'download' ? limiters.download.acquire(allAccounts, limits.downloadsMax) : noSlot;
    if (!shared) {
      slot[Symbol.dispose]();
      throw busy();
    }
    whenClosed(reply, () => {
      slot[Symbol.dispose]();
      shared[Symbol.dispose]();
    });
  };
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request);
    if (kind !== 'upload') take(request, reply, kind);
  });
  return { take };
}

/** How many requests of one account an API process answers at the same time, so that no account takes what all share. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConcurrencyLimiter } from '../domain/concurrency-limiter.ts';
import { OctavoError } from '../domain/errors.ts';
import { callerOf } from './authenticate.ts';
import { whenClosed } from './deadline.ts';

export type AccountLimits = {
  /** Event streams and long polls: each holds a connection for minutes. */
  readonly streamsPerAccountMax: number;
  /** Each holds a connection to the storage for as long as its client reads. */
  readonly downloadsPerAccountMax: number;
  /** Of all accounts. Below the connections to the storage, so that uploads always find one. */
  readonly downloadsMax: number;
  /** Everything else but uploads, which are counted with their own limit. */
  readonly requestsPerAccountMax: number;
};

type Kind = 'stream' | 'download' | 'request' | 'upload';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route holds while it answers; a short request unless said. `long-poll`: a stream if it is asked to wait. */
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

function tooMany(kind: Exclude<Kind, 'upload'>, most: number): OctavoError {
  return new OctavoError(
    'too_many_requests',
    `${most} ${names[kind]} of your account are open, the most at a time. Try again in ${retrySeconds} seconds.`,
    { retryAfterSeconds: retrySeconds },
  );
}

function busy(): OctavoError {
  return new OctavoError('service_unavailable', 'Too many downloads are under way. Try again shortly.', {
    retryAfterSeconds: retrySeconds,
  });
}

/** For routes that are registered afterwards; the caller must be known. */
export function limitAccounts(app: FastifyInstance, limits: AccountLimits): void {
  const limiters = {
    stream: new ConcurrencyLimiter(),
    download: new ConcurrencyLimiter(),
    request: new ConcurrencyLimiter(),
  };
  const most = {
    stream: limits.streamsPerAccountMax,
    download: limits.downloadsPerAccountMax,
    request: limits.requestsPerAccountMax,
  };
  const hold = (reply: FastifyReply, slot: Disposable | null, refusal: () => OctavoError) => {
    if (!slot) throw refusal();
    whenClosed(reply, () => slot[Symbol.dispose]());
  };
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request);
    if (kind === 'upload') return;
    const { account } = callerOf(request);
    hold(reply, limiters[kind].acquire(account.id, most[kind]), () => tooMany(kind, most[kind]));
    if (kind === 'download') hold(reply, limiters.download.acquire(allAccounts, limits.downloadsMax), busy);
  });
}

/** `GET /events` and `GET /jobs/{id}/events`: server-sent events. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { type FollowEventsPorts, followEvents } from '../../actions/follow-events.ts';
import { followJob, type JobStreamItem } from '../../actions/follow-job.ts';
import { findJob } from '../../actions/read-jobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { callerOf } from '../authenticate.ts';
import { deadlineSignal } from '../deadline.ts';
import { sendEventStream, streamLifeMs } from '../event-stream.ts';
import { noContent } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { EventStreamBody, EventStreamHeaders, readLastEventId, toFrame } from '../schemas/event.ts';
import { JobPath } from '../schemas/job.ts';

export type EventPorts = FollowEventsPorts & {
  readonly store: Pick<Store, 'jobs'>;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  readonly metrics: Registry;
};

/** Shorter than the idle timeout of common proxies. */
const keepAliveMs = 15_000;

export function eventRoutes(ports: EventPorts): FastifyPluginAsyncTypebox {
  async function* frames(followed: AsyncIterable<JobStreamItem>) {
    for await (const update of followed) yield toFrame(update, ports.clock.now());
  }
  const open = new Gauge({
    name: 'octavo_event_streams_open',
    help: 'Event streams that are open on this process.',
    registers: [ports.metrics],
  });
  const send = async (reply: FastifyReply, followed: AsyncIterable<JobStreamItem>, end: AbortSignal) => {
    open.inc();
    await sendEventStream(reply, frames(followed), end);
    open.dec();
  };

  return async (app) => {
    app.get(
      '/events',
      {
        exposeHeadRoute: false,
        config: { holds: 'stream' },
        schema: {
          tags: ['Events'],
          operationId: 'streamEvents',
          summary: 'Stream events of all jobs',
          description:
            'Server-sent events of every job of the account. After a disconnect, send the id of the last event in `Last-Event-ID`: the stream continues after it.',
          headers: EventStreamHeaders,
          response: { 200: EventStreamBody, ...errorResponses(400, 401, 403, 429, 503) },
        },
      },
      async (request, reply) => {
        const { account, apiKeyId } = callerOf(request);
        const after = readLastEventId(request.headers['last-event-id']);
        const signal = deadlineSignal(reply, ports.closing, streamLifeMs);
        const following = { accountId: account.id, apiKeyId, jobId: null, after, keepAliveMs, signal };
        await send(reply, followEvents(ports, following), signal);
      },
    );

    app.get(
      '/jobs/:id/events',
      {
        exposeHeadRoute: false,
        config: { holds: 'stream' },
        schema: {
          tags: ['Events'],
          operationId: 'streamJobEvents',
          summary: 'Stream events of a job',
          description:
            'Server-sent events of one job, with its progress. The stream ends when the job has finished.',
          params: JobPath,
          headers: EventStreamHeaders,
          response: {
            200: EventStreamBody,
            204: noContent('The job has finished, and you have received its last event.'),
            ...errorResponses(400, 401, 403, 'job_not_found', 429, 503),
          },
        },
      },
      async (request, reply) => {
        const after = readLastEventId(request.headers['last-event-id']);
        const caller = callerOf(request);
        const job = await findJob(ports.store, caller, request.params.id);
        const signal = deadlineSignal(reply, ports.closing, streamLifeMs);
        const { apiKeyId } = caller;
        const followed = await followJob(ports, job, { apiKeyId, after, keepAliveMs, signal });
        if (!followed) return reply.code(204).send(null);
        await send(reply, followed, signal);
      },
    );
  };
}

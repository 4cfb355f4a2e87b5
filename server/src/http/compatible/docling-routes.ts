/** The routes of docling-serve for files, in a form or in JSON: convert and chunk, within a request or as a task. */
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openReading } from '../../actions/open-reading.ts';
import { findJob } from '../../actions/read-jobs.ts';
import { waitForJob } from '../../actions/wait-for-job.ts';
import { OctavoError } from '../../domain/errors.ts';
import { isFinished, type Job } from '../../domain/job.ts';
import { callerOf } from '../authenticate.ts';
import { deadlineSignal, disconnectSignal } from '../deadline.ts';
import { leaveBodiesToHandlers } from '../streamed-bodies.ts';
import {
  type CompatiblePorts,
  type CompatibleUpload,
  convertWithinRequest,
  missingTextOf,
  submit,
} from './convert-within-request.ts';
import { type ChunkWishes, readChunkWishes } from './docling-chunks.ts';
import { doclingForm } from './docling-form.ts';
import { checkTarget, type JobOptions, readConvertOptions, refuseAll } from './docling-options.ts';
import { chunkBody, convertBody } from './docling-result.ts';
import { doclingSource } from './docling-source.ts';
import { parseTaskId, type TaskName, toFailure, toTaskStatus } from './docling-task.ts';
import type { Fields } from './field-reader.ts';
import { startedStream } from './json-stream.ts';
import { uploadRoute } from './upload-route.ts';

type Request = FastifyRequest;

/** The forms that are read: what their fields ask for is known once they have been read. */
type Reader = {
  readonly toOptions: (fields: Fields) => JobOptions;
  readonly chunks: () => ChunkWishes | null;
};

function convertReader(): Reader {
  return {
    toOptions: (fields) => {
      const { options, faults } = readConvertOptions(fields);
      refuseAll(...faults, ...checkTarget(fields));
      return options;
    },
    chunks: () => null,
  };
}

/** Chunks are made from the reading index, which every job has. */
function chunkReader(): Reader {
  let chunks: ChunkWishes | null = null;
  return {
    toOptions: (fields) => {
      const { options, faults } = readConvertOptions(fields, 'convert_');
      const { wishes, faults: others } = readChunkWishes(fields);
      refuseAll(...faults, ...others, ...checkTarget(fields));
      chunks = wishes;
      return { ...options, format: ['markdown'] };
    },
    chunks: () => chunks,
  };
}

async function sendResult(
  ports: CompatiblePorts,
  request: Request,
  reply: FastifyReply,
  job: Job,
  chunks: ChunkWishes | null,
): Promise<FastifyReply> {
  const signal = disconnectSignal(reply);
  const missing = await missingTextOf(ports, job);
  const opened = await openReading(ports, callerOf(request), job.id, signal);
  const body = chunks ? chunkBody(opened, chunks, missing) : convertBody(ports, opened, missing, signal);
  return reply.type('application/json; charset=utf-8').send(await startedStream(body));
}

/** With the words that clients of docling-serve look for. */
async function findTask(ports: CompatiblePorts, request: Request, { jobId }: TaskName): Promise<Job> {
  try {
    return await findJob(ports.store, callerOf(request), jobId);
  } catch (error) {
    if (error instanceof OctavoError && error.code === 'job_not_found')
      throw new OctavoError('job_not_found', 'Task not found.');
    throw error;
  }
}

const TaskPath = Type.Object({ task_id: Type.String() });
/** Seconds; docling-serve takes any number. */
const WaitQuery = Type.Object({
  wait: Type.Optional(Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,20})?(e-?\\d{1,3})?$' })),
});

/** A body that holds a file as base64 is longer than the file. */
const fileShare = { file: 1, source: 0.75 };
const partsOf = { file: doclingForm, source: doclingSource };

/** `path` with `/file` or `/source` after it, and with `/async` after that. */
function submitRoutes(
  ports: CompatiblePorts,
  path: string,
  readerOf: () => Reader,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    leaveBodiesToHandlers(app);
    for (const kind of ['file', 'source'] as const) {
      const uploadOf = (request: Request, reply: FastifyReply, reader: Reader): CompatibleUpload => ({
        parts: partsOf[kind](request, reply, ports.bodyRate, reader.toOptions),
        fileShare: fileShare[kind],
      });

      app.post(`${path}/${kind}`, uploadRoute, async (request, reply) => {
        const reader = readerOf();
        const job = await convertWithinRequest(ports, request, reply, uploadOf(request, reply, reader));
        return sendResult(ports, request, reply, job, reader.chunks());
      });

      app.post(`${path}/${kind}/async`, uploadRoute, async (request, reply) => {
        const reader = readerOf();
        const job = await submit(ports, request, reply, uploadOf(request, reply, reader));
        return toTaskStatus(job, { jobId: job.id, chunks: reader.chunks() });
      });
    }
  };
}

function taskRoutes(ports: CompatiblePorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/status/poll/:task_id',
      {
        config: { holds: 'long-poll', isCompatible: true },
        schema: { hide: true, params: TaskPath, querystring: WaitQuery },
      },
      async (request, reply) => {
        const name = parseTaskId(request.params.task_id);
        const waitMs = Math.min(Number(request.query.wait ?? 0) * 1_000, ports.waitMs);
        let job = await findTask(ports, request, name);
        if (waitMs > 0 && !isFinished(job))
          job = await waitForJob(
            ports,
            callerOf(request),
            job.id,
            deadlineSignal(reply, ports.closing, waitMs),
          );
        return toTaskStatus(job, name);
      },
    );

    app.get(
      '/v1/result/:task_id',
      { config: { holds: 'download', isCompatible: true }, schema: { hide: true, params: TaskPath } },
      async (request, reply) => {
        const name = parseTaskId(request.params.task_id);
        const job = await findTask(ports, request, name);
        if (job.status === 'failed') return { kind: 'TaskFailureResult', failure: toFailure(job) };
        if (job.status !== 'done')
          throw new OctavoError(
            'result_not_ready',
            'Task result not found. Please wait for a completion status.',
          );
        return sendResult(ports, request, reply, job, name.chunks);
      },
    );
  };
}

export function doclingRoutes(ports: CompatiblePorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(submitRoutes(ports, '/v1/convert', convertReader));
    await app.register(submitRoutes(ports, '/v1/chunk/hybrid', chunkReader));
    await app.register(taskRoutes(ports));
  };
}

/** A client that submits documents and waits for their events on one event stream, as the SDK does. */
import { openStreamAt, type ReceivedEvent } from '@octavo/testkit/client/event-stream.ts';
import { jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import type { KeyHolder } from '../stack.ts';

export type Submission = {
  readonly file: Buffer;
  readonly fileName: string;
  readonly options: Readonly<Record<string, unknown>>;
};

export type JobClient = {
  /** Resolves to the job's id when the service has accepted it. */
  submit(submission: Submission): Promise<string>;
  /** Resolves when the stream has reported its end; fails when that is not `done`. */
  done(jobId: string): Promise<void>;
  close(): void;
};

type Ending = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

const endings = ['job.done', 'job.failed'];
const timeoutMs = 600_000;

export async function openJobClient(node: string, { key }: KeyHolder): Promise<JobClient> {
  const caller = { key };
  const waiting = new Map<string, (ending: Ending) => void>();
  const ended = new Map<string, Ending>();
  const onEvent = ({ type, body: { data } }: ReceivedEvent) => {
    if (!endings.includes(type)) return;
    const jobId = String(data['job_id']);
    ended.set(jobId, { type, data });
    waiting.get(jobId)?.({ type, data });
    waiting.delete(jobId);
  };
  const stream = await openStreamAt(new URL('/events', node), { caller, onEvent });
  if (stream.status !== 200) throw new Error(`the stream answered ${stream.status}`);
  return {
    submit: async (submission) => {
      const { fileName } = submission;
      const reply = await submit(node, caller, submission);
      if (reply.status !== 201) throw new Error(`${fileName}: ${reply.status} ${reply.text}`);
      return jobOf(reply).id;
    },
    done: async (jobId) => {
      const ending =
        ended.get(jobId) ??
        (await new Promise<Ending>((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`job ${jobId} did not end`)), timeoutMs);
          waiting.set(jobId, (received) => {
            clearTimeout(timer);
            resolve(received);
          });
        }));
      ended.delete(jobId);
      if (ending.type !== 'job.done') throw new Error(`job ${jobId}: ${JSON.stringify(ending.data)}`);
    },
    close: () => stream.close(),
  };
}

/** Submits, then waits with one long poll. */
export async function submitAndWait(node: string, { key }: KeyHolder, submission: Submission): Promise<void> {
  const { fileName } = submission;
  const reply = await submit(node, { key }, submission);
  if (reply.status !== 201) throw new Error(`${fileName}: ${reply.status} ${reply.text}`);
  const answer = await sendRequest(node, `/jobs/${jobOf(reply).id}?wait=30`, { caller: { key } });
  const job = jobOf(answer);
  if (job?.status !== 'done') throw new Error(`the job is ${job?.status}: ${answer.text}`);
}

/** Converts a done job again and replaces its outputs: for operators, at no charge. */
import { randomUUID } from 'node:crypto';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { canonicalId } from '../domain/ids.ts';
import { claimPrefix, type Job, jobPrefix } from '../domain/job.ts';
import type { Store } from '../ports/store.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { DocumentOutcome } from './convert-document.ts';
import { type Conversion, type ConvertSourcePorts, convertSource, storeOutputs } from './convert-source.ts';
import { jobNotFound } from './read-jobs.ts';
import { type RemoveUnusedOutputsPorts, removeUnusedOutputs } from './remove-unused-outputs.ts';

export type RerunJobPorts = Omit<ConvertSourcePorts, 'blobs'> & {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: ConvertSourcePorts['blobs'] & RemoveUnusedOutputsPorts['blobs'];
  readonly tracer: Tracer;
};

export type Rerun =
  | { readonly isRepaired: true; readonly formats: readonly string[] }
  | { readonly isRepaired: false; readonly why: string };

const noReport = Object.assign(() => {}, { end: () => {} });

async function replace(
  ports: RerunJobPorts,
  conversion: Conversion,
  before: readonly string[],
  outcome: DocumentOutcome | null,
): Promise<Rerun> {
  const { job } = conversion;
  if (!outcome) return { isRepaired: false, why: 'The source is not in storage.' };
  if (outcome.status === 'failed') return { isRepaired: false, why: outcome.failure.message };
  const claim = { attempt: job.attempts, claimId: randomUUID() };
  try {
    const { outputs, ...parts } = await storeOutputs(ports, conversion, claim, outcome);
    if (!(await ports.store.jobs.replaceOutputs(job, outputs, parts))) throw jobNotFound();
    await removeUnusedOutputs(ports, job, before);
    return { isRepaired: true, formats: outputs.map(({ format }) => format) };
  } catch (error) {
    // The job may have been deleted in between: nothing else would find these objects.
    await removeUnusedOutputs(ports, job, [claimPrefix(job, claim)]);
    throw error;
  }
}

function requireDoneJob(job: Job | null): Job {
  if (!job) throw jobNotFound();
  if (job.status === 'done') return job;
  throw new OctavoError('job_not_done', `The job is ${job.status}: only a done job can be run again.`);
}

/** Formats that were added after the job was done are written again too. */
function withAllFormats(job: Job): Job {
  const format = new Set([...job.options.format, ...job.outputs.map((output) => output.format)]);
  return { ...job, options: { ...job.options, format: [...format] } };
}

export async function rerunJob(ports: RerunJobPorts, jobId: string): Promise<Rerun> {
  const id = canonicalId(jobId);
  if (!id) throw invalidRequest({ loc: ['job'], msg: 'is not the id of a job' });
  const job = requireDoneJob(await ports.store.jobs.findForOperator(id));
  const conversion = {
    job: withAllFormats(job),
    // Passwords are erased when a job ends, so an encrypted document cannot be opened again.
    password: undefined,
    signal: new AbortController().signal,
    report: noReport,
    span: ports.tracer.begin('rerun', null),
  };
  // Listed first, so that the objects of a concurrent rerun are not removed.
  const before = await ports.blobs.folders(jobPrefix(job));
  return convertSource(ports, conversion, (outcome) => replace(ports, conversion, before, outcome));
}

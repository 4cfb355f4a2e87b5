/** Writes further text formats of a done job from its stored document: no conversion, and nothing is charged. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/caller.ts';
import { OctavoError } from '../domain/errors.ts';
import { formats, isTextFormat, type TextFormat, textFormats } from '../domain/formats.ts';
import type { Job } from '../domain/job.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { writeLeaseMs } from './keep-write-lease.ts';
import { findJob } from './read-jobs.ts';
import {
  documentNotStored,
  newJobAdvice,
  type WriteFromDocumentPorts,
  writeFromDocument,
} from './write-from-document.ts';
import { acquireWriterSlot, busy, clientDisconnected, type WriterSlotPorts } from './writer-slot.ts';

export type WriteOutputsPorts = WriteFromDocumentPorts &
  WriterSlotPorts & { readonly store: Pick<Store, 'jobs' | 'outputWrites'> };

/** For another request that writes outputs of the same job. */
const otherWaitMs = 20_000;
const pollMs = 50;
const pollMsMax = 500;

/** Refuses formats that need the PDF, with advice; what is not a format at all is left to the schema. */
export function refuseOtherFormats(requested: readonly unknown[]): void {
  const others = formats.filter((format) => !isTextFormat(format) && requested.includes(format));
  if (others.length === 0) return;
  throw new OctavoError(
    'format_unsupported',
    `${others.join(', ')} cannot be added to a job that is done, only ${textFormats.join(', ')}. ${newJobAdvice}`,
  );
}

/** False when another request is writing outputs of the job. */
async function writeMissing(
  ports: WriteOutputsPorts,
  job: Job,
  missing: readonly TextFormat[],
  signal: AbortSignal,
): Promise<boolean> {
  using _slot = await acquireWriterSlot(ports, job.accountId, signal);
  const start = await ports.store.outputWrites.begin(job, missing, writeLeaseMs);
  if (start.kind === 'no_document')
    throw documentNotStored('This job has no stored document to write other formats from.');
  if (start.kind === 'started') await writeFromDocument(ports, { job, formats: missing, signal, ...start });
  return start.kind !== 'busy';
}

/**
 * Resolves to the job once it has all of the formats. Formats that it has already are not written again, so the request
 * can be repeated, and concurrent ones end with the same outputs.
 */
export async function writeOutputs(
  ports: WriteOutputsPorts,
  caller: Caller,
  jobId: string,
  requested: readonly TextFormat[],
  signal: AbortSignal,
): Promise<Job> {
  const deadline = performance.now() + otherWaitMs;
  for (let waitMs = pollMs; ; waitMs = Math.min(waitMs * 2, pollMsMax)) {
    const job = await findJob(ports.store, caller, jobId);
    requireDone(job);
    const missing = [...new Set(requested)].filter(
      (wanted) => !job.outputs.some(({ format }) => format === wanted),
    );
    if (missing.length === 0) return job;
    if (performance.now() > deadline) throw busy('Another request is writing outputs of this job.');
    const wasFree = await writeMissing(ports, job, missing, signal);
    if (signal.aborted) throw clientDisconnected();
    if (!wasFree) await sleep(waitMs, null, { signal }).catch(() => {});
  }
}

/** Compares the outputs of done jobs with the storage, newest first, a few per step. */
import { folderOf } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { OutputCursor, StoredOutput } from '../ports/stats.ts';
import type { Store } from '../ports/store.ts';

export type AuditOutputsPorts = {
  readonly store: Pick<Store, 'jobs' | 'stats'>;
  readonly blobs: Pick<Blobs, 'head'>;
};

export type OutputAuditStep = {
  readonly checked: number;
  /** Found in this step. */
  readonly missing: readonly StoredOutput[];
  /** Found in this round so far. */
  readonly missingInRound: number;
  readonly roundEnded: boolean;
};

const outputsAStep = 100;
const headsAtOnce = 8;

/** The row is read again, because the output may have been deleted or replaced in between. */
async function isMissing({ store, blobs }: AuditOutputsPorts, output: StoredOutput): Promise<boolean> {
  const stored = await blobs.head(output.objectKey);
  if (stored?.bytes === output.bytes) return false;
  const inUse = await store.jobs.prefixesInUse(output.jobId);
  return inUse?.has(folderOf(output.objectKey)) ?? false;
}

async function findMissing(
  ports: AuditOutputsPorts,
  outputs: readonly StoredOutput[],
): Promise<readonly StoredOutput[]> {
  const missing: StoredOutput[] = [];
  for (let at = 0; at < outputs.length; at += headsAtOnce) {
    const part = outputs.slice(at, at + headsAtOnce);
    const found = await Promise.all(part.map((output) => isMissing(ports, output)));
    missing.push(...part.filter((_, index) => found[index]));
  }
  return missing;
}

/** Each call runs the next step. A step that fails is repeated. */
export function auditOutputs(ports: AuditOutputsPorts): () => Promise<OutputAuditStep> {
  let before: OutputCursor | null = null;
  let found = 0;
  return async () => {
    const { outputs, next } = await ports.store.stats.storedOutputs(before, outputsAStep);
    const missing = await findMissing(ports, outputs);
    const missingInRound = found + missing.length;
    before = next;
    found = next === null ? 0 : missingInRound;
    return { checked: outputs.length, missing, missingInRound, roundEnded: next === null };
  };
}

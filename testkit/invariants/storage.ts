/** I11, I12, I15, I23, I25 and I26: stored files are complete, belong to their owner, and are removed when they must be. */
import {
  directUploadOf,
  type Evidence,
  isAddedLater,
  type JobRow,
  type OutputRow,
  prefixOf,
} from './evidence.ts';
import { both, each, groupBy, type Invariant, observed } from './invariant.ts';
import { jobIdOf } from './job-life.ts';

function outputComplaints(
  evidence: Evidence,
  sizes: ReadonlyMap<string, number>,
  job: JobRow | undefined,
  output: OutputRow,
) {
  const { format, object_key: key, job_id: id } = output;
  const bytes = sizes.get(key);
  if (bytes === undefined) return [`the ${format} of ${id} is not in storage`];
  const hash = evidence.hashes.get(key);
  const kind = evidence.journal.accepted.get(id)?.document;
  const right = evidence.golden.get(`${kind}/${format}`);
  return [
    bytes !== output.bytes && `the ${format} of ${id} has ${bytes} bytes instead of ${output.bytes}`,
    bytes === output.bytes && hash !== output.sha256 && `the ${format} of ${id} is not what was written`,
    hash === output.sha256 &&
      right !== undefined &&
      right !== hash &&
      // As I34 asks for: its content differs, and a warning says so.
      !(job?.is_divided && job.engine_deaths > 0) &&
      `the ${format} of ${id} is not the right result for ${kind}`,
  ];
}

const doneIsComplete: Invariant = {
  id: 'I11',
  says: 'a done job has every requested and added format, its document and its reading index in storage, with size and hash, and the right content',
  check: (evidence) => {
    const latest = evidence.objects.filter((one) => one.isLatest && !one.isMarker);
    const sizes = new Map(latest.map(({ key, bytes }) => [key, bytes]));
    const byJob = groupBy([...evidence.outputs], (output) => output.job_id);
    const done = evidence.jobs.filter((job) => job.status === 'done' && job.deleting_at === null);
    const whole = each(done, (job) => {
      const own = (byJob.get(job.id) ?? []).filter(({ object_key: key }) => !isAddedLater(key));
      const made = own.map(({ format }) => format).sort();
      return [
        made.join() !== [...job.formats].sort().join() &&
          `${job.id} asked for ${job.formats.join()} and has ${made.join() || 'nothing'}`,
      ];
    });
    const living = new Map(done.map((job) => [job.id, job]));
    const stored = [...evidence.outputs, ...evidence.documents];
    const outputs = stored.filter(({ job_id: id }) => living.has(id));
    return both(
      whole,
      each(outputs, (output) => outputComplaints(evidence, sizes, living.get(output.job_id), output)),
      observed(evidence, 'I11'),
    );
  },
};

const deletedIsGone: Invariant = {
  id: 'I12',
  says: 'after the 204 of a DELETE, and once an erasure is certified, nothing of the job is left',
  check: (evidence) => {
    const { journal, jobs, objects, erasures } = evidence;
    const rows = new Set(jobs.map(({ id }) => id));
    const stored = groupBy([...objects], ({ key }) => jobIdOf(key));
    const gone = each(journal.deleted.keys(), (id) => [
      rows.has(id) && `${id} was deleted and still has a row`,
      stored.has(id) && `${id} was deleted and has ${stored.get(id)?.length} object versions`,
    ]);
    const erased = each(erasures, ({ job_id: id }) => [
      rows.has(id) && `${id} is certified as erased and still has a row`,
      stored.has(id) && `${id} is certified as erased and has ${stored.get(id)?.length} object versions`,
    ]);
    return both(gone, erased, observed(evidence, 'I12'));
  },
};

const apart: Invariant = {
  id: 'I15',
  says: 'nothing is read or written across tenants',
  check: (evidence) => {
    const owners = new Map(evidence.jobs.map((job) => [job.id, job]));
    const keys = each([...evidence.outputs, ...evidence.documents], ({ job_id: id, object_key: key }) => {
      const job = owners.get(id);
      return [
        job !== undefined && !key.startsWith(prefixOf(job)) && `an output of ${id} is stored at ${key}`,
      ];
    });
    return both(keys, observed(evidence, 'I15'));
  },
};

/** Objects that a request stored to add them to a done job, and that it did not add. */
function orphanOutputs({ objects, outputs, outputWrites, journal }: Evidence) {
  const named = new Set(outputs.map(({ object_key: key }) => key));
  const added = objects.filter(({ key, isMarker }) => isAddedLater(key) && !isMarker);
  return both(
    each(added, ({ key }) => [
      !named.has(key) && !journal.deleted.has(jobIdOf(key)) && `no job refers to ${key}`,
    ]),
    each(outputWrites, ({ id, job_id: jobId }) => [`the write ${id} of ${jobId} was never ended`]),
  );
}

/** Parts and files that clients sent for an upload that nobody can submit any more. */
function orphanDirectUploads({ objects, unfinishedUploads, directUploads }: Evidence) {
  const open = new Set(directUploads.filter((upload) => upload.is_open).map(({ id }) => id));
  const keys = [...objects.map(({ key }) => key), ...unfinishedUploads];
  const left = new Set(keys.filter((key) => directUploadOf(key) !== null));
  return each(left, (key) => [!open.has(directUploadOf(key) ?? '') && `no upload is open for ${key}`]);
}

const noOrphans: Invariant = {
  id: 'I23',
  says: 'no orphan engine, scratch directory, multipart upload, direct upload or output that was not added to its job is left',
  check: (evidence) => {
    const { engines, deadScratch } = evidence;
    const unfinishedUploads = evidence.unfinishedUploads.filter((key) => directUploadOf(key) === null);
    const owned: Invariant['check'] = () =>
      both(
        each(engines, ({ pid, program, owner, isOrphan }) => [
          isOrphan && `${program} ${pid} outlived its process ${owner}`,
        ]),
        each(deadScratch, (name) => [`the scratch space of the dead process ${name} is left`]),
        each(unfinishedUploads, (key) => [`an upload to ${key} was never completed`]),
        orphanOutputs(evidence),
        orphanDirectUploads(evidence),
      );
    return both({ looked: 1, violations: [] }, owned(evidence), observed(evidence, 'I23'));
  },
};

/** The part of I11 that a cleanup after the commit can break. */
const keptAfterCommit: Invariant = {
  id: 'I25',
  says: 'a done job keeps every output, the document and the reading index its rows name, even if the response to its COMMIT was lost',
  check: (evidence) => {
    const stored = new Set(
      evidence.objects.filter((one) => one.isLatest && !one.isMarker).map(({ key }) => key),
    );
    const done = new Set(
      evidence.jobs.filter((job) => job.status === 'done' && job.deleting_at === null).map(({ id }) => id),
    );
    const stores = [...evidence.outputs, ...evidence.documents];
    const named = stores.filter(({ job_id: id }) => done.has(id));
    const kept = each(named, ({ job_id: id, format, object_key: key }) => [
      !stored.has(key) && `${id} is done and its ${format} is missing (${key})`,
    ]);
    return both(kept, observed(evidence, 'I25'));
  },
};

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'));

const prefixPerAttempt: Invariant = {
  id: 'I26',
  says: 'two attempts never share a storage prefix, even after the database was reset to an earlier state',
  check: (evidence) => {
    const ofAttempts = evidence.outputs.filter(({ object_key: key }) => !isAddedLater(key));
    const byJob = groupBy(ofAttempts, ({ job_id: id }) => id);
    const folders = each(byJob, ([id, outputs]) => {
      const used = new Set(outputs.map(({ object_key: key }) => folderOf(key)));
      return [
        used.size > 1 && `the outputs of ${id} come from ${used.size} attempts: ${[...used].join(', ')}`,
      ];
    });
    return both(folders, observed(evidence, 'I26'));
  },
};

export const storageInvariants: readonly Invariant[] = [
  doneIsComplete,
  deletedIsGone,
  apart,
  noOrphans,
  keptAfterCommit,
  prefixPerAttempt,
];

/** I1 to I5, I10, I17 and I18: no job is lost, stuck, invented or moved backwards. */
import { directUploadOf, isAddedLater, type JobRow, sourceKeyOf } from './evidence.ts';
import { both, each, groupBy, type Invariant, observed } from './invariant.ts';

const isTerminal = (job: JobRow) => job.status === 'done' || job.status === 'failed';

const nothingLost: Invariant = {
  id: 'I1',
  says: 'every accepted job is in the database, or its owner deleted it',
  check: ({ journal, jobs }) => {
    const present = new Set(jobs.filter((job) => job.deleting_at === null).map(({ id }) => id));
    return each(journal.accepted.values(), ({ id, tag }) => [
      !present.has(id) && !journal.deletionAsked.has(id) && `${id} (${tag}) was accepted and is gone`,
    ]);
  },
};

const nothingStuck: Invariant = {
  id: 'I2',
  says: 'every job is terminal at the end of the run, and no lease is overdue by more than 30 s',
  check: ({ jobs }) =>
    each(jobs, (job) => [
      !isTerminal(job) &&
        job.deleting_at === null &&
        `${job.id} is still ${job.status} (age ${Math.round(job.age_s)} s)`,
      (job.lease_over_s ?? 0) > 30 &&
        `${job.id} is ${job.status} ${Math.round(job.lease_over_s ?? 0)} s past its lease`,
    ]),
};

const durable: Invariant = {
  id: 'I3',
  says: 'the source of every accepted job is in storage, byte for byte',
  check: ({ jobs, hashes, journal }) =>
    each(
      jobs.filter(
        (job) =>
          job.deleting_at === null && !journal.deleted.has(job.id) && !journal.sourceRemoved.has(job.id),
      ),
      (job) => {
        const hash = hashes.get(sourceKeyOf(job));
        if (hash === undefined) return [`the source of ${job.id} is not in storage`];
        return [hash !== job.source_sha256 && `the source of ${job.id} is not what was sent`];
      },
    ),
};

/** Rows of refused or unknown requests, duplicate rows, objects without a row. */
const noGhosts: Invariant = {
  id: 'I4',
  says: 'a response other than 201 leaves no row, no reservation and no object',
  check: (evidence) => {
    const { jobs, journal, objects, ledger, uploads } = evidence;
    const rows = each(jobs, (job) => [
      journal.refused.has(job.source_name) &&
        `${job.id} exists though ${job.source_name} was answered ${journal.refused.get(job.source_name)}`,
      !journal.refused.has(job.source_name) &&
        !journal.accepted.has(job.id) &&
        !journal.unanswered.has(job.source_name) &&
        `${job.id} (${job.source_name}) exists, but no response reported it`,
    ]);
    const twice = each(
      groupBy(
        jobs.filter(({ id }) => journal.accepted.get(id)?.isReuse !== true),
        (job) => job.source_name,
      ),
      ([name, same]) => [same.length > 1 && `${name} was submitted once and is ${same.length} jobs`],
    );
    const known = new Set([...jobs.map(({ id }) => id), ...journal.deletionAsked]);
    const reservations = each(ledger, ({ job_id: id, kind }) => [
      kind === 'reserve' &&
        !known.has(id) &&
        !journal.accepted.has(id) &&
        `pages are reserved for ${id}, which is not a job`,
    ]);
    const ofJobs = objects.filter(({ key }) => directUploadOf(key) === null);
    const stored = each(new Set(ofJobs.map(({ key }) => jobIdOf(key))), (id) => [
      !known.has(id) && `objects are stored for ${id}, which is not a job`,
    ]);
    const notes = each(uploads, ({ job_id: id }) => [`the upload ${id} was neither finished nor removed`]);
    return both(rows, twice, reservations, stored, notes, observed(evidence, 'I4'));
  },
};

export const jobIdOf = (key: string) => key.split('/')[3] ?? key;

const mayFollow: Readonly<Record<string, readonly string[]>> = {
  'job.created': ['job.processing', 'job.deleted'],
  'job.pending': ['job.processing', 'job.deleted'],
  'job.processing': ['job.pending', 'job.done', 'job.failed', 'job.deleted'],
  'job.done': ['job.deleted'],
  'job.failed': ['job.deleted'],
  'job.deleted': [],
};

function illegalSteps(id: string, types: readonly string[], hasBeginning: boolean): string[] {
  const wrong = types.slice(1).flatMap((type, index) => {
    const before = types[index] ?? '';
    return mayFollow[before]?.includes(type) ? [] : [`${id} went from ${before} to ${type}`];
  });
  return hasBeginning && types[0] !== 'job.created' ? [`${id} begins with ${types[0]}`, ...wrong] : wrong;
}

const onlyForward: Invariant = {
  id: 'I5',
  says: 'status moves only as allowed and a terminal one never changes',
  check: (evidence) => {
    const { events, jobs, accounts, eventsSince } = evidence;
    const rows = new Map(jobs.map((job) => [job.id, job]));
    const steps = each(
      groupBy([...events], ({ job_id: id }) => id),
      ([id, told]) => {
        const row = rows.get(id);
        const hasBeginning = row !== undefined && row.created_at > eventsSince;
        const types = told.map(({ type }) => type);
        const last = types
          .findLast((type) => type !== 'job.deleted')
          ?.slice(4)
          .replace('created', 'pending');
        return [
          ...illegalSteps(id, types, hasBeginning),
          row !== undefined &&
            last !== undefined &&
            last !== row.status &&
            `${id} is ${row.status}, its last event is ${last}`,
        ];
      },
    );
    const gaps = each(accounts, ({ id, last_event: last }) => {
      const count = events.filter((event) => event.account_id === id).length;
      return [count !== last && `account ${id} counts ${last} events and has ${count}`];
    });
    return both(steps, gaps, observed(evidence, 'I5'));
  },
};

const pagesWhenDone: Invariant = {
  id: 'I10',
  says: 'page_count is null until done, then an integer of at least 1',
  check: ({ jobs }) =>
    each(jobs, (job) => [
      job.status === 'done' &&
        !(Number.isInteger(job.page_count) && (job.page_count ?? 0) >= 1) &&
        `${job.id} is done with ${job.page_count} pages`,
      job.status !== 'done' &&
        job.page_count !== null &&
        `${job.id} is ${job.status} with ${job.page_count} pages`,
    ]),
};

/** The directory of an output contains the attempt number or the claim id. */
function isOfAttempt(key: string, { attempt, claim_id: claimId }: JobRow): boolean {
  const number = /\/attempt-(\d+)\//.exec(key)?.[1];
  if (number !== undefined) return Number(number) === attempt;
  return claimId === null || key.includes(claimId);
}

const fencing: Invariant = {
  id: 'I17',
  says: 'a worker without the current lease changes nothing',
  check: (evidence) => {
    const jobs = new Map(evidence.jobs.map((job) => [job.id, job]));
    const outputs = each(evidence.outputs, ({ job_id: id, format, object_key: key }) => {
      const job = jobs.get(id);
      return [
        job !== undefined &&
          !isAddedLater(key) &&
          !isOfAttempt(key, job) &&
          `the ${format} of ${id} is stored at ${key}, the job is at attempt ${job.attempt}, claim ${job.claim_id}`,
      ];
    });
    return both(outputs, observed(evidence, 'I17'));
  },
};

const lossesMax = { engine: 2, worker: 8 };

const poisonBound: Invariant = {
  id: 'I18',
  says: 'a job is lost at most 2 times by its engine and 8 times by its worker, then it is failed',
  check: (evidence) =>
    both(
      each(evidence.jobs, (job) => [
        job.engine_deaths > lossesMax.engine && `${job.id} lost ${job.engine_deaths} engines`,
        job.worker_losses > lossesMax.worker && `${job.id} lost ${job.worker_losses} workers`,
        job.engine_deaths === lossesMax.engine &&
          job.status !== 'failed' &&
          `${job.id} lost 2 engines and is ${job.status}`,
        job.worker_losses === lossesMax.worker &&
          job.status !== 'failed' &&
          `${job.id} lost 8 workers and is ${job.status}`,
      ]),
      observed(evidence, 'I18'),
    ),
};

export const lifeInvariants: readonly Invariant[] = [
  nothingLost,
  nothingStuck,
  durable,
  noGhosts,
  onlyForward,
  pagesWhenDone,
  fencing,
  poisonBound,
];

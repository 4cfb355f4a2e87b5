/** Random commands on jobs, also by workers that lost their lease. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import { admit, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import {
  activeOf,
  chargedOf,
  failuresMax,
  holdsJob,
  limits,
  type Model,
  type ModelClaim,
  type ModelJob,
  recordFailure,
  reservedOf,
} from './job-model.ts';
import { compare, type StoreUnderTest } from './real-store.ts';

type Command = fc.AsyncCommand<Model, StoreUnderTest>;

const leaseMs = 3_600_000;
const fingerprintOf = (request: string) => createHash('sha256').update(request).digest();
const budgetFor = (cause: 'engine' | 'worker') => ({
  cause,
  failuresMax: failuresMax[cause],
  errorMessage: 'Lost too often.',
});

/** Has a name, so that a counterexample is readable. */
function command(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: StoreUnderTest) => Promise<void>,
): Command {
  return {
    toString: () => name,
    check,
    run: async (model, real) => {
      real.onStep();
      await run(model, real);
      await compare(real, model);
    },
  };
}

const jobAt = ({ jobs }: Model, at: number) => jobs[at % jobs.length] as ModelJob;
const claimAt = ({ claims }: Model, at: number) => claims[at % claims.length] as ModelClaim;
const hasJobs = ({ jobs }: Model) => jobs.length > 0;
const hasClaims = ({ claims }: Model) => claims.length > 0;

type Submit = { readonly account: number; readonly pages: number; readonly key: number | null };

function submitted(model: Model, { account, pages, key }: Submit, id: string): string {
  const known = key === null ? undefined : model.keys.get(`${account} ${key}`);
  if (known) return 'repeated';
  if (activeOf(model, account).length >= limits.activeJobsMax) return 'too_many_jobs';
  if (chargedOf(model, account) + reservedOf(model, account) + pages > limits.pagesPerMonth)
    return 'page_limit';
  const job: ModelJob = {
    id,
    account,
    pages,
    status: 'pending',
    attempt: 0,
    engineDeaths: 0,
    workerLosses: 0,
    isLeaseOver: false,
    isDeleting: false,
    isGone: false,
    charged: 0,
  };
  model.jobs.push(job);
  if (key !== null) model.keys.set(`${account} ${key}`, { job, request: String(pages) });
  return 'admitted';
}

const submit = (asked: Submit) =>
  command(
    `submit(account ${asked.account}, ${asked.pages} pages, key ${asked.key})`,
    () => true,
    async (model, { store, accounts }) => {
      const id = newId(Date.now());
      const known = asked.key === null ? undefined : model.keys.get(`${asked.account} ${asked.key}`);
      const expected = submitted(model, asked, id);
      const idempotency =
        asked.key === null
          ? null
          : { key: `key-${asked.key}`, fingerprint: fingerprintOf(String(asked.pages)) };
      const job = sampleJob(accounts[asked.account] ?? '', {
        id,
        pages: asked.pages,
        documentPages: asked.pages,
        idempotency,
      });
      const admission = await admit(store, job, limits);
      expect(admission.kind).toBe(expected);
      if (admission.kind !== 'repeated' || !known) return;
      expect(admission.earlier.job?.id ?? null).toBe(known.job.isDeleting ? null : known.job.id);
      expect(admission.earlier.fingerprint).toEqual(fingerprintOf(known.request));
    },
  );

const claim = (at: number) =>
  command(`claim(${at})`, hasJobs, async (model, { store }) => {
    const job = jobAt(model, at);
    const isFree = job.status === 'pending' && !job.isDeleting && !job.isGone;
    const got = await store.jobs.claim(job.id, leaseMs);
    expect(got?.attempt ?? null).toBe(isFree ? job.attempt + 1 : null);
    if (!isFree || !got) return;
    job.status = 'processing';
    job.attempt += 1;
    job.isLeaseOver = false;
    model.claims.push({ job, attempt: job.attempt, claim: got });
  });

const renew = (at: number) =>
  command(`renew(${at})`, hasClaims, async (model, { store }) => {
    const held = claimAt(model, at);
    const isHeld = holdsJob(held);
    expect(await store.jobs.renew(held.claim, leaseMs)).toBe(isHeld);
    if (isHeld) held.job.isLeaseOver = false;
  });

const complete = (at: number, fewer: number) =>
  command(`complete(${at}, ${fewer} pages fewer)`, hasClaims, async (model, { store, accounts }) => {
    const held = claimAt(model, at);
    const { job, claim } = held;
    const pageCount = Math.max(1, job.pages - fewer);
    const outputs = [sampleOutput({ id: job.id, accountId: accounts[job.account] ?? '' }, claim)];
    const isHeld = holdsJob(held);
    expect(await store.jobs.complete(claim, { pageCount, outputs, warnings: [] }, noon)).toBe(isHeld);
    if (!isHeld) return;
    job.status = 'done';
    job.charged = pageCount;
  });

const fail = (at: number) =>
  command(`fail(${at})`, hasClaims, async (model, { store }) => {
    const held = claimAt(model, at);
    const isHeld = holdsJob(held);
    expect(await store.jobs.fail(held.claim, 'It cannot be converted.', noon)).toBe(isHeld);
    if (isHeld) held.job.status = 'failed';
  });

const handBack = (at: number, cause: 'engine' | 'worker' | null) =>
  command(`handBack(${at}, ${cause})`, hasClaims, async (model, { store }) => {
    const held = claimAt(model, at);
    const isHeld = holdsJob(held);
    const back = await store.jobs.handBack(
      held.claim,
      { budget: cause && budgetFor(cause), delayMs: 0 },
      noon,
    );
    expect(back).toBe(isHeld ? recordFailure(held.job, cause) : null);
  });

/** Expires the lease of a job, also of one that is being deleted. */
const expire = (at: number) =>
  command(`expire(${at})`, hasJobs, async (model, { query }) => {
    const job = jobAt(model, at);
    if (job.status === 'processing') job.isLeaseOver = true;
    await query(
      `update jobs set lease_until = clock_timestamp() - interval '1 second' where id = $1 and lease_until is not null`,
      [job.id],
    );
  });

const reclaim = () =>
  command(
    'reclaim',
    () => true,
    async (model, { store }) => {
      const lost = model.jobs.filter(
        (job) => job.status === 'processing' && job.isLeaseOver && !job.isDeleting && !job.isGone,
      );
      const leases = await store.jobs.expiredLeases(100, []);
      expect(leases.map(({ id }) => id).toSorted()).toEqual(lost.map(({ id }) => id).toSorted());
      for (const lease of leases)
        expect(await store.jobs.reclaim(lease, budgetFor('worker'), noon)).not.toBeNull();
      for (const job of lost) recordFailure(job, 'worker');
    },
  );

const beginDelete = (at: number, asOtherAccount: boolean) =>
  command(
    `beginDelete(${at}, ${asOtherAccount ? 'other account' : 'owner'})`,
    hasJobs,
    async (model, { store, accounts }) => {
      const job = jobAt(model, at);
      const caller = asOtherAccount ? 1 - job.account : job.account;
      const isAllowed = !asOtherAccount && !job.isGone;
      expect(await store.jobs.beginDelete(accounts[caller] ?? '', job.id, noon)).toBe(isAllowed);
      if (isAllowed) job.isDeleting = true;
    },
  );

const finishDelete = (at: number) =>
  command(`finishDelete(${at})`, hasJobs, async (model, { store }) => {
    const job = jobAt(model, at);
    await store.jobs.finishDelete(job.id);
    if (job.isDeleting) job.isGone = true;
  });

const releaseLease = (at: number) =>
  command(`releaseLease(${at})`, hasClaims, async (model, { store }) => {
    const { job, attempt, claim } = claimAt(model, at);
    const isHolder = job.attempt === attempt && job.isDeleting && job.status === 'processing' && !job.isGone;
    const wasHeld = await store.jobs.isHeld(job.id);
    await store.jobs.releaseLease(claim);
    expect(await store.jobs.isHeld(job.id)).toBe(wasHeld && !isHolder);
    if (isHolder) job.isLeaseOver = true;
  });

/** Completion, deletion and renewal in parallel: the sums are correct in any order. */
const race = (at: number) =>
  command(
    `race(${at})`,
    (model) => model.claims.some(holdsJob),
    async (model, { store, accounts }) => {
      const held = model.claims.filter(holdsJob);
      const { job, claim } = held[at % held.length] as ModelClaim;
      const account = accounts[job.account] ?? '';
      const outputs = [sampleOutput({ id: job.id, accountId: account }, claim)];
      const result = { pageCount: job.pages, outputs, warnings: [] };
      const [isDone, isDeleted, isRenewed] = await Promise.all([
        store.jobs.complete(claim, result, noon),
        store.jobs.beginDelete(account, job.id, noon),
        store.jobs.renew(claim, leaseMs),
      ]);
      expect(isDeleted).toBe(true);
      expect(typeof isRenewed).toBe('boolean');
      job.isDeleting = true;
      if (!isDone) return;
      job.status = 'done';
      job.charged = job.pages;
    },
  );

/** Parallel submits that compete for the remaining slots and pages. */
const submitInParallel = (account: number, pages: number, count: number) =>
  command(
    `submitParallel(account ${account}, ${count} × ${pages} pages)`,
    () => true,
    async (model, { store, accounts }) => {
      const ids = Array.from({ length: count }, () => newId(Date.now()));
      const slots = limits.activeJobsMax - activeOf(model, account).length;
      const room = Math.floor(
        (limits.pagesPerMonth - chargedOf(model, account) - reservedOf(model, account)) / pages,
      );
      const admissions = await Promise.all(
        ids.map((id) =>
          admit(store, sampleJob(accounts[account] ?? '', { id, pages, documentPages: pages }), limits),
        ),
      );
      const admitted = ids.filter((_, at) => admissions[at]?.kind === 'admitted');
      expect(admitted.length).toBe(Math.max(0, Math.min(count, slots, room)));
      for (const id of admitted) submitted(model, { account, pages, key: null }, id);
    },
  );

const index = fc.nat({ max: 50 });
const account = fc.nat({ max: 1 });
const pages = fc.integer({ min: 1, max: 12 });

export const jobCommands = [
  fc.record({ account, pages, key: fc.option(fc.nat({ max: 3 }), { freq: 2 }) }).map(submit),
  index.map(claim),
  index.map(claim),
  index.map(renew),
  fc.tuple(index, fc.nat({ max: 3 })).map(([at, fewer]) => complete(at, fewer)),
  index.map(fail),
  fc
    .tuple(index, fc.constantFrom('engine' as const, 'worker' as const, null))
    .map(([at, cause]) => handBack(at, cause)),
  index.map(expire),
  fc.constant(null).map(reclaim),
  fc.tuple(index, fc.boolean()).map(([at, asOtherAccount]) => beginDelete(at, asOtherAccount)),
  index.map(finishDelete),
  index.map(releaseLease),
  index.map(race),
  fc
    .tuple(account, pages, fc.integer({ min: 2, max: 6 }))
    .map(([whose, each, count]) => submitInParallel(whose, each, count)),
];

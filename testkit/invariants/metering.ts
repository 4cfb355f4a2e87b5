/** I6 to I9: pages are charged once, limits hold at every commit, and nothing is reserved when no job is active. */
import type { AccountRow, EventRow, Evidence, JobRow, LedgerRow } from './evidence.ts';
import { both, each, type Finding, groupBy, type Invariant, observed } from './invariant.ts';

const isOpen = (job: JobRow) =>
  job.deleting_at === null && (job.status === 'pending' || job.status === 'processing');

type Movements = Readonly<Record<LedgerRow['kind'], number>>;

function movementsOf(rows: readonly LedgerRow[]): Movements {
  const sum = (kind: LedgerRow['kind']) =>
    rows.filter((row) => row.kind === kind).reduce((pages, row) => pages + row.pages, 0);
  return { reserve: sum('reserve'), charge: sum('charge'), release: sum('release') };
}

/** Pages that must be charged for a job: from its row, or from its last event if it was deleted. */
function costOf(evidence: Evidence): (jobId: string) => number | null {
  const rows = new Map(evidence.jobs.map((job) => [job.id, job]));
  const ends = new Map(
    evidence.events.filter(({ type }) => type === 'job.done').map((event) => [event.job_id, event]),
  );
  return (id) => {
    const end = ends.get(id);
    if (end) return end.page_count ?? 0;
    const row = rows.get(id);
    if (row?.status === 'done') return row.page_count ?? 0;
    return row !== undefined && isOpen(row) ? null : 0;
  };
}

function jobComplaints(id: string, rows: readonly LedgerRow[], cost: number | null): (string | false)[] {
  const { reserve, charge, release } = movementsOf(rows);
  const charges = rows.filter(({ kind }) => kind === 'charge').length;
  if (cost === null) {
    return [
      charge + release > 0 && `${id} is not finished and ${charge} pages are charged, ${release} released`,
    ];
  }
  return [
    charges > 1 && `${id} is charged ${charges} times`,
    charge !== cost && charges <= 1 && `${id} cost ${cost} pages and ${charge} are charged`,
    charge + release !== reserve &&
      charges <= 1 &&
      `${id} reserved ${reserve}, charged ${charge}, released ${release}`,
  ];
}

const chargedOnce: Invariant = {
  id: 'I6',
  says: 'one charge for each done job, none otherwise, and the ledger adds up to the counters',
  check: (evidence) => {
    const byJob = groupBy([...evidence.ledger], (row) => row.job_id);
    const cost = costOf(evidence);
    const jobs = each(byJob, ([id, rows]) => jobComplaints(id, rows, cost(id)));
    const missing = each(evidence.jobs, ({ id }) => [!byJob.has(id) && `${id} has no row in the ledger`]);
    const byMonth = groupBy([...evidence.ledger], (row) => `${row.account_id} ${row.month}`);
    const months = each(evidence.months, (month) => {
      const { reserve, charge, release } = movementsOf(
        byMonth.get(`${month.account_id} ${month.month}`) ?? [],
      );
      return [
        month.pages_charged !== charge &&
          `account ${month.account_id} counts ${month.pages_charged} charged, its ledger ${charge}`,
        month.pages_reserved !== reserve - charge - release &&
          `account ${month.account_id} counts ${month.pages_reserved} reserved, its ledger ${reserve - charge - release}`,
      ];
    });
    return both(jobs, missing, months);
  },
};

const withinLimit: Invariant = {
  id: 'I7',
  says: '0 ≤ charged + reserved ≤ limit at every commit, by constraint',
  check: ({ months, checks }) => {
    const hasCheck = checks.some(
      ({ table, text }) =>
        table === 'usage_months' && text.includes('(pages_reserved + pages_charged) <= pages_limit'),
    );
    const constraint: Finding = {
      looked: 1,
      violations: hasCheck ? [] : ['usage_months has no constraint that keeps the limit'],
    };
    const rows = each(months, (month) => {
      const used = month.pages_charged + month.pages_reserved;
      return [
        (used < 0 || used > month.pages_limit) &&
          `account ${month.account_id} uses ${used} of ${month.pages_limit}`,
      ];
    });
    return both(constraint, rows);
  },
};

const nothingReserved: Invariant = {
  id: 'I8',
  says: 'failed and deleted jobs cost nothing, and nothing is reserved when no job is active',
  check: (evidence) => {
    const failed = new Set(evidence.jobs.filter(({ status }) => status === 'failed').map(({ id }) => id));
    const finished = new Set(
      evidence.events.filter(({ type }) => type === 'job.done').map((event) => event.job_id),
    );
    const unfinishedDeleted = [...evidence.journal.deleted.keys()].filter((id) => !finished.has(id));
    const free = new Set([...failed, ...unfinishedDeleted]);
    return both(
      each(evidence.ledger, ({ job_id: id, kind }) => [
        kind === 'charge' &&
          free.has(id) &&
          `${id} was ${failed.has(id) ? 'failed' : 'deleted before it was done'} and is charged`,
      ]),
      each(evidence.months, (month) => {
        const active = evidence.jobs.filter(
          (job) => job.account_id === month.account_id && job.billed_month === month.month && isOpen(job),
        );
        const pages = active.reduce((sum, job) => sum + job.pages_reserved, 0);
        return [
          month.pages_reserved !== pages &&
            `account ${month.account_id} has ${month.pages_reserved} pages reserved, its active jobs need ${pages}`,
        ];
      }),
    );
  },
};

/** Events of an account are numbered under its lock, so replaying them gives the active jobs at every commit. */
function mostActive(events: readonly EventRow[]): number {
  const active = new Set<string>();
  let most = 0;
  for (const { type, job_id: id } of events) {
    if (type === 'job.created') active.add(id);
    if (['job.done', 'job.failed', 'job.deleted'].includes(type)) active.delete(id);
    most = Math.max(most, active.size);
  }
  return most;
}

const activeWithinPlan: Invariant = {
  id: 'I9',
  says: 'active jobs never exceed the plan, at any commit',
  check: (evidence) => {
    const { accounts, events, jobs, activeJobsMax } = evidence;
    const byAccount = groupBy([...events], (event) => event.account_id);
    const complaints = (account: AccountRow) => {
      const most = mostActive(byAccount.get(account.id) ?? []);
      const allowed = activeJobsMax[account.tier] ?? 0;
      const own = jobs.filter((job) => job.account_id === account.id && job.deleting_at === null);
      const active = own.filter(({ status }) => status === 'pending' || status === 'processing').length;
      return [
        most > allowed && `account ${account.id} had ${most} active jobs, its plan allows ${allowed}`,
        account.active_jobs !== active &&
          `account ${account.id} counts ${account.active_jobs} active jobs and has ${active}`,
        account.visible_jobs !== own.length &&
          `account ${account.id} counts ${account.visible_jobs} jobs and has ${own.length}`,
      ];
    };
    return both(each(accounts, complaints), observed(evidence, 'I9'));
  },
};

export const meteringInvariants: readonly Invariant[] = [
  chargedOnce,
  withinLimit,
  nothingReserved,
  activeWithinPlan,
];

/** Accessibility reports of jobs in Postgres. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AccessibilityReport } from '../domain/accessibility.ts';
import type { Database } from './database.ts';

const { written, to_do: toDo } = AccessibilityReport.properties;
const isWritten = Compile(written.items);
const isToDo = Compile(toDo.items);
const isReport = Compile(AccessibilityReport);
const hasLists = Compile(
  Type.Object({ written: Type.Array(Type.Unknown()), to_do: Type.Array(Type.Unknown()) }),
);

/** Entries of a later version, of a kind that is not known here, are left out. */
export function toReport(value: unknown): AccessibilityReport {
  if (hasLists.Check(value)) {
    const known = {
      ...value,
      written: value.written.filter((item) => isWritten.Check(item)),
      to_do: value.to_do.filter((item) => isToDo.Check(item)),
    };
    if (isReport.Check(known)) return known;
  }
  throw new Error('the accessibility report of a job in the database does not match its schema');
}

export async function findReport(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<AccessibilityReport | null> {
  const row = await db
    .selectFrom('accessibility_reports')
    .innerJoin('jobs', 'jobs.id', 'accessibility_reports.job_id')
    .select('accessibility_reports.report')
    .where('jobs.id', '=', jobId)
    .where('jobs.account_id', '=', accountId)
    .where('jobs.deleting_at', 'is', null)
    .executeTakeFirst();
  return row ? toReport(row.report) : null;
}

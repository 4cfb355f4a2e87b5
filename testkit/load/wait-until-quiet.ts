/** Waits until no job, deletion or upload is active; the invariants report what does not end in time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TestEnvironment } from '../environment/test-environment.ts';

export type Quiet = { readonly isQuiet: boolean; readonly tookMs: number };

const unfinished = `select
  (select count(*) from jobs where status in ('pending', 'processing') and deleting_at is null) as active,
  (select count(*) from jobs where deleting_at is not null) as deleting,
  (select count(*) from uploads) as uploads`;

/** Their files are being removed. The table is not in the database of an earlier version. */
const unremovedUploads = `select count(*) as "directUploads" from direct_uploads
  where expires_at <= clock_timestamp() or (job_id is not null and remove_at < expires_at)`;

export async function waitUntilQuiet(environment: TestEnvironment, timeoutMs: number): Promise<Quiet> {
  const began = performance.now();
  for (;;) {
    const { db } = environment;
    const [rows] = await db.rows<Record<string, number>>(unfinished).catch(() => [{ database: 1 }]);
    const [uploads] = await db.rows<Record<string, number>>(unremovedUploads).catch(() => []);
    const left = { ...rows, ...uploads };
    const isQuiet = Object.values(left).every((count) => count === 0);
    const tookMs = performance.now() - began;
    if (isQuiet || tookMs > timeoutMs) {
      if (!isQuiet)
        environment.say(`jobs still active after ${Math.round(tookMs / 1000)} s: ${JSON.stringify(left)}`);
      return { isQuiet, tookMs };
    }
    await delay(250);
  }
}

/** Reports the progress of an attempt: only the latest state, rate-limited, without delaying the work. */
import type { JobProgress } from '../domain/job.ts';
import type { ClaimRef, Store } from '../ports/store.ts';

export type ProgressReport = ((progress: JobProgress) => void) & { end(): void };

/** Shorter attempts report no progress. */
const intervalMs = 400;

export function reportProgress(store: Pick<Store, 'jobs'>, claim: ClaimRef): ProgressReport {
  let latest: JobProgress | null = null;
  let toldAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    const progress = latest;
    latest = null;
    // Best effort: the next report replaces one that failed.
    if (progress) await store.jobs.recordProgress(claim, progress).catch(() => {});
    toldAtMs = performance.now();
    timer = undefined;
    if (latest) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(tell, Math.max(0, intervalMs - (performance.now() - toldAtMs)));
  }

  const report = (progress: JobProgress) => {
    latest = progress;
    schedule();
  };
  return Object.assign(report, {
    end: () => {
      latest = null;
      clearTimeout(timer);
    },
  });
}

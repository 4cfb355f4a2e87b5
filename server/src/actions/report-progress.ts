/** Reports the progress of an attempt: only the latest state, rate-limited, without delaying the work. */
import type { JobProgress } from '../domain/job.ts';
import type { ClaimRef, Store } from '../ports/store.ts';

export type ProgressReport = ((progress: JobProgress) => void) & { end(): void };

/** Shorter attempts report nothing. */
const intervalMs = 1_000;

export function reportProgress(store: Pick<Store, 'jobs'>, claim: ClaimRef): ProgressReport {
  let latest: JobProgress | null = null;
  let sentAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    const progress = latest;
    latest = null;
    // Best effort: the next report replaces one that failed.
    if (progress) await store.jobs.recordProgress(claim, progress).catch(() => {});
    sentAtMs = performance.now();
    timer = undefined;
    if (latest) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(send, Math.max(0, intervalMs - (performance.now() - sentAtMs)));
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

/** The jobs that are selected in the list. */
import type { Job } from '@octavo/sdk';
import { useCallback, useMemo, useRef, useState } from 'react';

/** More at once would take longer than anyone waits. */
export const selectedMax = 100;

export type Selected = ReadonlyMap<string, Job>;

export type JobSelection = {
  readonly jobs: Selected;
  /** With `isRange`, also every loaded job between this one and the last one that was selected. */
  toggle(index: number, isRange: boolean): void;
  clear(): void;
};

type JobAt = (index: number) => Job | undefined;

/** The selection with the jobs from one index to the other added, up to the most that are allowed. */
export function withRange(selected: Selected, jobAt: JobAt, from: number, to: number): Selected {
  const next = new Map(selected);
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const job = jobAt(index);
    if (job !== undefined && next.size < selectedMax) next.set(job.id, job);
  }
  return next;
}

/** The selection with this job added, or removed if it was selected. */
export function withToggled(selected: Selected, job: Job): Selected {
  const next = new Map(selected);
  if (!next.delete(job.id) && next.size < selectedMax) next.set(job.id, job);
  return next;
}

export function useJobSelection(jobAt: JobAt): JobSelection {
  const [jobs, setJobs] = useState<Selected>(new Map());
  const last = useRef<number | null>(null);
  const latest = useRef(jobAt);
  latest.current = jobAt;
  const toggle = useCallback((index: number, isRange: boolean) => {
    const job = latest.current(index);
    if (job === undefined) return;
    const from = last.current;
    last.current = index;
    setJobs((selected) =>
      isRange && from !== null
        ? withRange(selected, latest.current, from, index)
        : withToggled(selected, job),
    );
  }, []);
  const clear = useCallback(() => {
    last.current = null;
    setJobs(new Map());
  }, []);
  return useMemo(() => ({ jobs, toggle, clear }), [jobs, toggle, clear]);
}

/** The status of a job as people read it, the same words as in the dashboard. */
import type { JobStatus } from '@octavo/sdk';
import type { Styles } from './style.ts';

export const statusLabels: Readonly<Record<JobStatus, string>> = {
  pending: 'Queued',
  processing: 'Processing',
  done: 'Done',
  failed: 'Failed',
};

export function coloredStatus(status: JobStatus, { green, red, yellow }: Styles): string {
  const label = statusLabels[status];
  if (status === 'done') return green(label);
  return status === 'failed' ? red(label) : yellow(label);
}

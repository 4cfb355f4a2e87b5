/** The jobs that one can be compared with: those of a file with the same name first, then the newest. */
import type { Job } from '@octavo/sdk';

const nameOf = ({ file, id }: Job) => file?.name ?? id;

export function candidatesFor(job: Job, others: readonly Job[], typed: string): readonly Job[] {
  const wanted = typed.trim().toLowerCase();
  const found = others.filter((other) => other.id !== job.id && nameOf(other).toLowerCase().includes(wanted));
  const hasSameName = (other: Job) => nameOf(other) === nameOf(job);
  return [...found.filter(hasSameName), ...found.filter((other) => !hasSameName(other))];
}

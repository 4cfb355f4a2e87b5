/** Cleaning up after a test file: hooks cannot be added while tests run, so one hook runs what was collected meanwhile. */
import { afterAll } from 'vitest';

const pending: (() => unknown)[] = [];

afterAll(async () => {
  for (const clean of pending.toReversed()) await clean();
});

/** Runs when the file's last test is over; what was begun last is ended first. */
export function atEnd(clean: () => unknown): void {
  pending.push(clean);
}

/** Cleans up after a test file: hooks cannot be added while tests run, so one hook runs all collected functions. */
import { afterAll } from 'vitest';

const pending: (() => unknown)[] = [];

afterAll(async () => {
  for (const clean of pending.toReversed()) await clean();
});

/** Runs after the last test of the file, in reverse order. */
export function atEnd(clean: () => unknown): void {
  pending.push(clean);
}

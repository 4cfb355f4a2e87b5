/** Cleans up after a test file: hooks cannot be added while tests run, so one hook runs all collected functions. */
const pending: (() => unknown)[] = [];

/** Runs after the last test of the file, in reverse order. */
export function atEnd(clean: () => unknown): void {
  pending.push(clean);
}

/** Called by `clean-up.ts` after each test file. */
export async function cleanUp(): Promise<void> {
  for (let clean = pending.pop(); clean; clean = pending.pop()) await clean();
}

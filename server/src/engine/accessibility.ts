/** Reads the host's report about a tagged PDF. The host may be compromised, so it is validated by a schema with bounds. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { type AccessibilityPlace, AccessibilityReport } from '../domain/accessibility.ts';
import { failure } from '../processes/failure.ts';
import type { Collected } from './collect.ts';

const reportFile = 'accessibility.json';
/** Twice as much as 106 rules with 100 places each need, before and after. */
const reportBytesMax = 4 * 1_048_576;

const schema = Compile(AccessibilityReport);

/** The host writes it with every tagged PDF; one that is missing or not valid is a fault of the host. */
export async function collectAccessibility(
  fromDir: string,
  pageCount: number,
): Promise<Collected<AccessibilityReport>> {
  const text = await readBounded(join(fromDir, reportFile)).catch(() => null);
  const report = text === null ? null : parseAccessibility(text, pageCount);
  return report ?? failure('crash', `${reportFile}: missing or not valid`, { retryable: false });
}

export function parseAccessibility(text: string, pageCount: number): AccessibilityReport | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!schema.Check(value) || !isConsistent(value)) {
    return null;
  }
  const places = placesOf(value);
  return places.every(({ page }) => page <= pageCount) ? value : null;
}

/** Each check has a result or a reason, never both; only a check without failures passes. */
function isConsistent({ before, before_error, after, after_error }: AccessibilityReport): boolean {
  const checks = [before, after].filter((check) => check !== null);
  return (
    (before === null) === (before_error !== null) &&
    (after === null) === (after_error !== null) &&
    checks.every(
      ({ passes, rules_failed, failures }) =>
        passes === (rules_failed === 0) && rules_failed === failures.length,
    )
  );
}

function placesOf({ before, after, to_do }: AccessibilityReport): readonly AccessibilityPlace[] {
  const found = [...(before?.failures ?? []), ...(after?.failures ?? []), ...to_do];
  return found.flatMap(({ places }) => places);
}

async function readBounded(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > reportBytesMax) {
      return null;
    }
    // The host could still write: no more is read than was measured.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stat.size), 0, stat.size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

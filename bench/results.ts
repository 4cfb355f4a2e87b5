/** Results as they are kept: one small file for each bench, numbers rounded to what was measured. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './bench.ts';

/** More significant digits than the noise of the machine allows. */
const digits = 5;

const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value;

/** Arrays of plain values stay on one line: rounds and points would fill pages. */
function compact(text: string): string {
  return text.replaceAll(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/\s*\n\s*/g, ' ')}]`,
  );
}

export function writeResult(directory: string, result: Result): void {
  mkdirSync(directory, { recursive: true });
  const text = compact(JSON.stringify(result, rounded, 2));
  writeFileSync(join(directory, `${result.bench}.json`), `${text}\n`);
}

/** By the name of the bench; none where nothing was measured yet. */
export function readResults(directory: string): ReadonlyMap<string, Result> {
  const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.json')) : [];
  const results = files
    .sort()
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Result);
  return new Map(results.map((result) => [result.bench, result]));
}

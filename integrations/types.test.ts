/** The integrations and their tests agree with the types of the frameworks. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

function complaints(): string {
  try {
    return execFileSync(process.execPath, [compiler, '--noEmit', '-p', import.meta.dirname], {
      encoding: 'utf8',
    });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  }
}

it('compile', { timeout: 180_000 }, () => {
  expect(complaints()).toBe('');
});

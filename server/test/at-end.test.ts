/** What a test file leaves to `atEnd` is cleaned up after that file, also in a process that runs many of them. */
import { expect, it } from 'vitest';
import { atEnd, cleanUp } from './at-end.ts';

it('cleans up in reverse order, and once', async () => {
  const cleaned: string[] = [];
  for (const name of ['database', 'store']) atEnd(() => cleaned.push(name));
  await cleanUp();
  await cleanUp();
  expect(cleaned).toEqual(['store', 'database']);
});

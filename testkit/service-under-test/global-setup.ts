/** Gives the suite its service: the one named on the command line, otherwise a stack of its own. */
import { readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import type { Credentials } from './context.ts';
import { startStack } from './start-stack.ts';

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const baseUrl = process.env['OCTAVO_E2E_BASE_URL'];
  if (baseUrl) {
    const file = process.env['OCTAVO_E2E_CREDENTIALS'];
    if (!file) throw new Error('--base-url needs --credentials FILE as well');
    project.provide('e2e', { baseUrl, credentials: JSON.parse(readFileSync(file, 'utf8')) as Credentials });
    return undefined;
  }
  const stack = await startStack();
  project.provide('e2e', stack.context);
  return stack.stop;
}

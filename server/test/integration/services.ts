/** Starts service set `test` for the integration tests, and stops it again only if it was not running before. */

import type { TestProject } from 'vitest/node';
import { down, environmentOf, status, up } from '../../../testkit/services/manage.ts';
import { serviceSet } from '../../../testkit/services/service-set.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serviceSet: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const set = serviceSet(process.env['OCTAVO_TEST_SET'] || 'test', process.env);
  const { isUp } = await status(set);
  await up(set);
  // Workers inherit this environment, so code under test finds the services the way it does in production.
  Object.assign(process.env, environmentOf(set));
  project.provide('serviceSet', set.name);
  if (isUp || process.env['OCTAVO_KEEP_SERVICES']) return undefined;
  return () => down(set);
}

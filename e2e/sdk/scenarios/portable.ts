/** Every scenario that runs in any runtime, browsers included. */
import { account } from './account.ts';
import { conversions } from './conversions.ts';
import { jobs } from './jobs.ts';
import { refusals } from './refusals.ts';
import type { Scenario } from './scenario-context.ts';
import { uploads } from './uploads.ts';

export const portable: Readonly<Record<string, Scenario>> = {
  ...account,
  ...conversions,
  ...uploads,
  ...refusals,
  ...jobs,
};

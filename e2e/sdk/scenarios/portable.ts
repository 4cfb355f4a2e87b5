/** Every scenario that runs in any runtime, browsers included. */
import { account } from './account.ts';
import { conversions } from './conversions.ts';
import { jobs } from './jobs.ts';
import { refusals } from './refusals.ts';
import { uploads } from './uploads.ts';
import type { Scenario } from './world.ts';

export const portable: Readonly<Record<string, Scenario>> = {
  ...account,
  ...conversions,
  ...uploads,
  ...refusals,
  ...jobs,
};

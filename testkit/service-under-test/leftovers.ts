/** Cleans up after an interrupted run, found by a file in the directory of the service set. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wipe } from '../services/manage.ts';
import { type ServiceSet, serviceSet } from '../services/service-set.ts';

/** A session must outlast the longest run; the provider's own default is a quarter of an hour. */
const sessionSeconds = '86400';

export const stackServices = (): ServiceSet =>
  serviceSet(process.env['OCTAVO_E2E_SET'] || 'e2e', {
    ...process.env,
    OCTAVO_OIDC_ACCESS_TOKEN_SECONDS: sessionSeconds,
  });

const notePath = (set: ServiceSet) => join(set.directory, 'run-of-the-suite');

/** Stored in the directory of the set, so a normal end of the run removes it. */
export function noteStack(set: ServiceSet, scratch: string): void {
  writeFileSync(notePath(set), scratch);
}

export async function removeLeftovers(): Promise<void> {
  const set = stackServices();
  if (!existsSync(notePath(set))) return;
  const scratch = readFileSync(notePath(set), 'utf8');
  await wipe(set);
  rmSync(scratch, { recursive: true, force: true });
}

/** Starts the bare server next to the service; it ends with the environment. */
import { join } from 'node:path';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';

export async function startBareServer(
  { fleet }: TestEnvironment,
  env: Readonly<Record<string, string>> = {},
): Promise<Member> {
  const entry = join(import.meta.dirname, 'server.ts');
  const server = await fleet.startServer('bare-server', entry, (port) => ({
    BENCH_PORT: String(port),
    ...env,
  }));
  await server.ready();
  return server;
}

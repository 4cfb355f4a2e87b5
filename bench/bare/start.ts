/** Starts a bare program beside the service, and ends it with the bench. */
import { join } from 'node:path';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { startChild, waitForHttp } from '@octavo/testkit/processes/child.ts';
import { freePort } from '@octavo/testkit/processes/free-port.ts';
import type { Context } from '../bench.ts';

export type BareServer = { readonly url: string; readonly pid: number };

export async function startBareServer(
  { atEnd }: Context,
  environment: TestEnvironment,
  env: Readonly<Record<string, string>> = {},
): Promise<BareServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startChild(
    'bare-server',
    join(import.meta.dirname, 'server.ts'),
    { ...environment.env, BENCH_PORT: String(port), ...env },
    environment.workDir,
  );
  atEnd(() => child.kill());
  await waitForHttp(child, `${url}/ready`);
  return { url, pid: child.pid };
}

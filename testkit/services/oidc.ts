/** The OpenID provider of a set, as a process of its own with keys that outlive it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rotateKeys } from './oidc-keys.ts';
import { runningProcess, signalProcess, startProcess, stopProcess } from './processes.ts';
import { answersHttp, requireFreePort, waitUntilReady } from './readiness.ts';
import type { Service } from './service.ts';
import { ServiceError, type ServiceSet } from './service-set.ts';

const issuer = (set: ServiceSet) => `http://127.0.0.1:${set.ports.oidc}`;
const keysPath = (set: ServiceSet) => join(set.directory, 'oidc', 'keys.json');

export const oidc: Service = {
  name: 'oidc',
  processes: [{ name: 'oidc', port: 'oidc' }],
  async start(set) {
    if (runningProcess(set, 'oidc') === null) {
      await requireFreePort(set, 'oidc');
      startProcess(set, 'oidc', {
        file: process.execPath,
        args: [join(import.meta.dirname, 'oidc-server.ts')],
        port: set.ports.oidc,
        env: {
          OCTAVO_OIDC_PORT: String(set.ports.oidc),
          OCTAVO_OIDC_AUDIENCE: set.audience,
          OCTAVO_OIDC_ACCESS_TOKEN_SECONDS: String(set.accessTokenSeconds),
          OCTAVO_OIDC_KEYS: keysPath(set),
        },
      });
    }
    await waitUntilReady(set, { process: 'oidc', timeoutMs: 30_000, isReady: () => this.answers(set) });
  },
  answers: (set) => answersHttp(`${issuer(set)}/.well-known/openid-configuration`),
  async stop(set) {
    await stopProcess(set, 'oidc', { signal: 'SIGTERM', timeoutMs: 5_000 });
  },
  describe: (set) => issuer(set),
  environment: (set) => ({ OCTAVO_OIDC_ISSUER: issuer(set), OCTAVO_OIDC_AUDIENCE: set.audience }),
};

/** Signs with a new key from now on; resolves to its id once the running provider publishes it. */
export async function rotateSigningKey(set: ServiceSet): Promise<string> {
  const record = runningProcess(set, 'oidc');
  if (record === null) throw new ServiceError(`the OpenID provider of set "${set.name}" is not running`);
  const { kid } = await rotateKeys(keysPath(set));
  signalProcess(record, 'SIGHUP');
  const deadline = performance.now() + 5_000;
  while (!(await publishedKeyIds(set)).includes(kid)) {
    if (performance.now() > deadline)
      throw new ServiceError('the OpenID provider did not publish its new key');
    await delay(25);
  }
  return kid;
}

async function publishedKeyIds(set: ServiceSet): Promise<string[]> {
  const response = await fetch(`${issuer(set)}/jwks`);
  const { keys } = (await response.json()) as { keys: { kid: string }[] };
  return keys.map((key) => key.kid);
}

/** Starts and stops the processes of a run; each is recorded by pid and start time, so that signals never hit another process. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeArguments, nodeEnvironment } from '../../scripts/launch.ts';
import {
  isSameProcess,
  type ProcessRecord,
  signalProcess,
  startProcess,
  stopProcess,
} from '../services/processes.ts';
import { logPath, type ServiceSet } from '../services/service-set.ts';
import { compileCache } from './compile-cache.ts';
import { freePort } from './free-port.ts';

export type ProcessEnv = Readonly<Record<string, string>>;

export type Member = {
  readonly name: string;
  readonly kind: 'api' | 'worker';
  readonly pid: number;
  /** Base URL of an API node; empty for a worker. */
  readonly url: string;
  isAlive(): boolean;
  /** Sends SIGKILL; the process is gone when this resolves. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM; resolves to how long it took, fails when it had to be killed. */
  stop(): Promise<number>;
  log(): string;
  /** Resolves when it answers requests, or its log says that it works. */
  ready(timeoutMs?: number): Promise<void>;
};

export const repository = fileURLToPath(new URL('../..', import.meta.url));
const stopTimeoutMs = 40_000;
/** Takes seconds on an idle machine; a busy one must not fail a run. */
const readyMs = 180_000;
const namePrefix = 'run-';

export type Fleet = {
  startApi(env?: ProcessEnv, checkout?: string): Promise<Member>;
  startWorker(env?: ProcessEnv, checkout?: string): Promise<Member>;
  /** Another program that answers `GET /health` at the port it is given. */
  startServer(name: string, entry: string, envFor: (port: number) => ProcessEnv): Promise<Member>;
  members(): readonly Member[];
  /** Kills all remaining processes. */
  end(): Promise<void>;
};

export function openFleet(set: ServiceSet, run: string, common: ProcessEnv, usual: string): Fleet {
  const members: Member[] = [];
  let count = 0;
  const start = (name: string, kind: Member['kind'], entry: string, port: number, env: ProcessEnv) => {
    // Only processes of the service get the settings an operator starts them with.
    const [flags, settings] = name === kind ? [nodeArguments, nodeEnvironment] : [[], {}];
    count += 1;
    const unique = `${namePrefix}${run}-${name}-${count}`;
    // Removes the log of an earlier run under this name.
    rmSync(logPath(set, unique), { force: true });
    const record = startProcess(set, unique, {
      // The kernel ends it together with this process, even after SIGKILL.
      file: 'setpriv',
      args: ['--pdeathsig', 'TERM', process.execPath, ...flags, entry],
      port,
      env: { ...compileCache, ...settings, ...common, ...env },
    });
    const member = asMember(set, unique, kind, port === 0 ? '' : urlOf(port), record);
    members.push(member);
    return member;
  };
  const entryOf = (checkout: string, kind: string) => join(checkout, `server/src/start/${kind}.ts`);
  return {
    startApi: async (env = {}, checkout = usual) => {
      const port = await freePort();
      const address = { OCTAVO_HTTP_PORT: String(port), OCTAVO_PUBLIC_URL: urlOf(port) };
      return start('api', 'api', entryOf(checkout, 'api'), port, { ...address, ...env });
    },
    startWorker: async (env = {}, checkout = usual) =>
      start('worker', 'worker', entryOf(checkout, 'worker'), 0, env),
    startServer: async (name, entry, envFor) => {
      const port = await freePort();
      return start(name, 'api', entry, port, envFor(port));
    },
    members: () => members,
    end: async () => {
      await Promise.all(members.map((member) => member.kill()));
    },
  };
}

const urlOf = (port: number) => `http://127.0.0.1:${port}`;

function asMember(
  set: ServiceSet,
  name: string,
  kind: Member['kind'],
  url: string,
  record: ProcessRecord,
): Member {
  const isAlive = () => isSameProcess(record);
  const log = () => (existsSync(logPath(set, name)) ? readFileSync(logPath(set, name), 'utf8') : '');
  return {
    name,
    kind,
    pid: record.pid,
    url,
    isAlive,
    log,
    signal: (signal) => signalProcess(record, signal),
    kill: async () => {
      await stopProcess(set, name, { signal: 'SIGKILL', timeoutMs: 5_000 });
    },
    stop: async () => {
      const began = performance.now();
      await stopProcess(set, name, { signal: 'SIGTERM', timeoutMs: stopTimeoutMs });
      const tookMs = performance.now() - began;
      if (tookMs >= stopTimeoutMs) throw new Error(`${name} did not end within ${stopTimeoutMs} ms`);
      return tookMs;
    },
    ready: async (timeoutMs = readyMs) => {
      const deadline = performance.now() + timeoutMs;
      const isReady = async () =>
        kind === 'worker' ? log().includes('"msg":"working"') : (await statusOf(`${url}/health`)) === 200;
      while (!(await isReady())) {
        if (!isAlive()) break;
        if (performance.now() > deadline) throw new Error(`${name} is not ready\n${tail(log())}`);
        await delay(50);
      }
      // Also when something else answered at its address.
      if (!isAlive()) throw new Error(`${name} ended before it was ready\n${tail(log())}`);
    },
  };
}

const tail = (text: string) => text.split('\n').slice(-15).join('\n');

const statusOf = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

/** Kills processes left over by an interrupted run. */
export async function endLeftovers(set: ServiceSet): Promise<void> {
  const directory = join(set.directory, 'run');
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const ours = names.filter((name) => name.startsWith(namePrefix) && name.endsWith('.json'));
  await Promise.all(
    ours.map((name) => stopProcess(set, name.slice(0, -5), { signal: 'SIGKILL', timeoutMs: 5_000 })),
  );
}

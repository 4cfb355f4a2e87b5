/** Checks before and after a start: the binaries exist, the port is free, the service answers. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runningProcess } from './processes.ts';
import { logPath, type Ports, portVariables, ServiceError, type ServiceSet } from './service-set.ts';

export function findBinary(name: string, directories: readonly string[] = []): string {
  const places = [...directories, ...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];
  for (const place of places) {
    const candidate = join(place, name);
    if (isExecutable(candidate)) return candidate;
  }
  throw new ServiceError(
    `${name} is not installed. Install what is missing with: scripts/install-packages.sh`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export async function requireFreePort(set: ServiceSet, key: keyof Ports): Promise<void> {
  const port = set.ports[key];
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
  if (!isFree) {
    throw new ServiceError(
      `port ${port} is taken by a process outside set "${set.name}": stop it, or choose another with ${portVariables[key]}`,
    );
  }
  await new Promise((resolve) => server.close(resolve));
}

export function logTail(path: string, lines = 15): string {
  if (!existsSync(path)) return '(no log)';
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

export type Wait = {
  /** The process that must stay alive meanwhile; its log explains a failure. */
  readonly process: string;
  readonly timeoutMs: number;
  readonly isReady: () => Promise<boolean>;
};

export async function waitUntilReady(set: ServiceSet, wait: Wait): Promise<void> {
  const deadline = performance.now() + wait.timeoutMs;
  while (!(await wait.isReady())) {
    const reason =
      runningProcess(set, wait.process) === null
        ? 'ended while starting'
        : performance.now() > deadline
          ? `did not answer within ${wait.timeoutMs / 1000} s`
          : null;
    if (reason !== null) {
      const log = logPath(set, wait.process);
      throw new ServiceError(`${wait.process} ${reason}. The end of ${log}:\n${logTail(log)}`);
    }
    await delay(50);
  }
}

/** Plain `http`, because loading `fetch` costs a tenth of what a repeated `up` may take. */
export function answersHttp(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
      response.once('error', () => resolve(false));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

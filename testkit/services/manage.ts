/** The operations on a service set: up, down, status and wipe, for the command line and for tests. */
import { mkdirSync } from 'node:fs';
import { removeData } from './data-directory.ts';
import { writeEnvFile } from './env-file.ts';
import { withLock } from './lock.ts';
import { oidc } from './oidc.ts';
import { postgres } from './postgres.ts';
import { runningProcess } from './processes.ts';
import { s3 } from './s3.ts';
import type { Service } from './service.ts';
import { ServiceError, type ServiceName, type ServiceSet, serviceNames } from './service-set.ts';

export const services: Readonly<Record<ServiceName, Service>> = { postgres, s3, oidc };

export type Started = { readonly name: ServiceName; readonly wasRunning: boolean; readonly ms: number };

/** Starts all stopped services in parallel; a failure is thrown after the others have finished. */
export async function up(set: ServiceSet, names: readonly ServiceName[] = serviceNames): Promise<Started[]> {
  mkdirSync(set.directory, { recursive: true });
  return withLock(set, async () => {
    const outcomes = await Promise.allSettled(names.map((name) => startOne(set, services[name])));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new ServiceError(failures.map(messageOf).join('\n'), { cause: failures });
    writeEnvFile(set, environmentOf(set));
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  });
}

async function startOne(set: ServiceSet, service: Service): Promise<Started> {
  const before = performance.now();
  requireSamePorts(set, service);
  const wasRunning = service.processes.every(({ name }) => runningProcess(set, name) !== null);
  await service.start(set);
  return { name: service.name, wasRunning, ms: Math.round(performance.now() - before) };
}

/** Throws if the set runs on other ports than requested. */
function requireSamePorts(set: ServiceSet, service: Service): void {
  for (const { name, port } of service.processes) {
    const record = runningProcess(set, name);
    if (record === null || port === undefined || record.port === set.ports[port]) continue;
    throw new ServiceError(
      `${name} of set "${set.name}" runs on port ${record.port}, not ${set.ports[port]}: run down first`,
    );
  }
}

export async function down(set: ServiceSet, names: readonly ServiceName[] = serviceNames): Promise<void> {
  mkdirSync(set.directory, { recursive: true });
  await withLock(set, () => stopAll(set, names));
}

/** Stops the whole set and removes every file of it. */
export async function wipe(set: ServiceSet): Promise<void> {
  mkdirSync(set.directory, { recursive: true });
  await withLock(set, async () => {
    await stopAll(set, serviceNames);
    removeData(set);
  });
}

async function stopAll(set: ServiceSet, names: readonly ServiceName[]): Promise<void> {
  await Promise.all(names.map((name) => services[name].stop(set)));
}

export type ProcessStatus = {
  readonly service: ServiceName;
  readonly process: string;
  readonly port: number | null;
  readonly pid: number | null;
  readonly startedAt: Date | null;
};

export type SetStatus = { readonly isUp: boolean; readonly processes: readonly ProcessStatus[] };

/** Up means every process is alive and every service answers. */
export async function status(set: ServiceSet): Promise<SetStatus> {
  const all = serviceNames.map((name) => services[name]);
  const processes = all.flatMap((service) =>
    service.processes.map(({ name, port }) => {
      const record = runningProcess(set, name);
      return {
        service: service.name,
        process: name,
        port: port === undefined ? null : (record?.port ?? set.ports[port]),
        pid: record?.pid ?? null,
        startedAt: record === null ? null : new Date(record.startedAt),
      };
    }),
  );
  const isAlive = processes.every(({ pid }) => pid !== null);
  const answers = isAlive ? await Promise.all(all.map((service) => service.answers(set))) : [false];
  return { isUp: answers.every(Boolean), processes };
}

/** For development only: the same on every machine and published in .env.example. */
const developmentSealingKey = '0123456789abcdef'.repeat(4);

export function environmentOf(set: ServiceSet): Record<string, string> {
  const variables = serviceNames.map((name) => services[name].environment(set));
  return Object.assign({}, ...variables, { OCTAVO_SEALING_KEY: developmentSealingKey });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** One command at a time per set: two starts at once would each find the ports free and then collide. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { currentBootId, isSameProcess, type ProcessRecord, startTicksOf } from './processes.ts';
import { ServiceError, type ServiceSet } from './service-set.ts';

const waitMaxMs = 120_000;

export async function withLock<Result>(set: ServiceSet, action: () => Promise<Result>): Promise<Result> {
  const path = join(set.directory, 'lock');
  const deadline = performance.now() + waitMaxMs;
  while (!tryLock(path)) {
    if (performance.now() > deadline) throw new ServiceError(`another command holds ${path}`);
    await delay(100);
  }
  try {
    return await action();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string): boolean {
  const holder: ProcessRecord = {
    pid: process.pid,
    startTicks: startTicksOf(process.pid) ?? '',
    bootId: currentBootId(),
    startedAt: new Date().toISOString(),
    port: 0,
  };
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAbandoned(path)) rmSync(path, { force: true });
    return false;
  }
}

function isAbandoned(path: string): boolean {
  try {
    return !isSameProcess(JSON.parse(readFileSync(path, 'utf8')) as ProcessRecord);
  } catch {
    // Just released, or created and not yet written: checked again in the next round.
    return false;
  }
}

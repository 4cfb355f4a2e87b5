/** Starts and stops child processes by a recorded identity, so that a reused pid is never mistaken for ours. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './data-directory.ts';
import { logPath, ServiceError, type ServiceSet } from './service-set.ts';

export type ProcessRecord = {
  readonly pid: number;
  /** Clock ticks since boot; with the boot's id and the pid it names one process for ever. */
  readonly startTicks: string;
  readonly bootId: string;
  readonly startedAt: string;
  readonly port: number;
};

export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly account?: Account | undefined;
  readonly env?: Readonly<Record<string, string>>;
};

/** Start ticks from the text of /proc/<pid>/stat, `null` for a zombie: it holds a pid and nothing else. */
export function parseStartTicks(stat: string): string | null {
  // The command name is in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
}

export function startTicksOf(pid: number): string | null {
  try {
    return parseStartTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return null;
  }
}

export const currentBootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

export function isSameProcess(record: ProcessRecord): boolean {
  return record.bootId === currentBootId() && startTicksOf(record.pid) === record.startTicks;
}

const recordPath = (set: ServiceSet, name: string) => join(set.directory, 'run', `${name}.json`);

/** The record of a process that is alive and still the one we started, otherwise null. */
export function runningProcess(set: ServiceSet, name: string): ProcessRecord | null {
  try {
    const record = JSON.parse(readFileSync(recordPath(set, name), 'utf8')) as ProcessRecord;
    return isSameProcess(record) ? record : null;
  } catch {
    return null;
  }
}

export function startProcess(set: ServiceSet, name: string, command: Command): ProcessRecord {
  const log = logPath(set, name);
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'a');
  const child = spawn(command.file, command.args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...command.env },
    ...command.account,
  });
  closeSync(output);
  // A failed spawn emits an error event, which would end this process if it had no listener.
  child.on('error', () => {});
  child.unref();
  const startTicks = child.pid === undefined ? null : startTicksOf(child.pid);
  if (child.pid === undefined || startTicks === null) {
    throw new ServiceError(`${name} could not be started (${command.file}); its log is ${log}`);
  }
  const record: ProcessRecord = {
    pid: child.pid,
    startTicks,
    bootId: currentBootId(),
    startedAt: new Date().toISOString(),
    port: command.port,
  };
  writeRecord(recordPath(set, name), record);
  return record;
}

function writeRecord(path: string, record: ProcessRecord): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(record)}\n`);
  renameSync(`${path}.new`, path);
}

export type StopOptions = { readonly signal: NodeJS.Signals; readonly timeoutMs: number };

/** Sends the signal, waits, then kills; resolves to whether a process was running. */
export async function stopProcess(set: ServiceSet, name: string, options: StopOptions): Promise<boolean> {
  const record = runningProcess(set, name);
  if (record !== null) {
    signalProcess(record, options.signal);
    if (!(await isGone(record, options.timeoutMs))) {
      signalProcess(record, 'SIGKILL');
      if (!(await isGone(record, 5_000))) throw new ServiceError(`${name} (pid ${record.pid}) does not end`);
    }
  }
  rmSync(recordPath(set, name), { force: true });
  return record !== null;
}

export function signalProcess(record: ProcessRecord, signal: NodeJS.Signals): void {
  if (!isSameProcess(record)) return;
  try {
    process.kill(record.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function isGone(record: ProcessRecord, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isSameProcess(record)) {
    if (performance.now() > deadline) return false;
    await delay(25);
  }
  return true;
}

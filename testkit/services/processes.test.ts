/** A recorded process is stopped only while it is still the one that was started. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ProcessRecord,
  parseStartTicks,
  runningProcess,
  startProcess,
  stopProcess,
} from './processes.ts';
import { type ServiceSet, serviceSet } from './service-set.ts';

const statLine = (command: string, state: string) =>
  `4242 (${command}) ${state} 1 4242 4242 0 -1 4194304 ${'7 '.repeat(12)}987654 1000 2000`;

describe('start ticks', () => {
  it('are read behind a command name with spaces and parentheses', () => {
    expect(parseStartTicks(statLine('a) R (b', 'S'))).toBe('987654');
  });

  it('are absent for a zombie, which runs nothing any more', () => {
    expect(parseStartTicks(statLine('postgres', 'Z'))).toBeNull();
  });
});

describe('a started process', () => {
  let set: ServiceSet;
  const idle = { file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], port: 1 };
  const recordPath = () => join(set.directory, 'run', 'idle.json');

  beforeEach(() => {
    set = serviceSet('unit', { OCTAVO_SERVICES_DIR: mkdtempSync(join(tmpdir(), 'octavo-unit-')) });
  });
  afterEach(async () => {
    await stopProcess(set, 'idle', { signal: 'SIGKILL', timeoutMs: 5_000 });
    rmSync(join(set.directory, '..'), { recursive: true });
  });

  it('is found again by its record, and gone with its record after a stop', async () => {
    const { pid } = startProcess(set, 'idle', idle);
    expect(runningProcess(set, 'idle')?.pid).toBe(pid);
    expect(await stopProcess(set, 'idle', { signal: 'SIGTERM', timeoutMs: 5_000 })).toBe(true);
    expect(runningProcess(set, 'idle')).toBeNull();
    expect(existsSync(recordPath())).toBe(false);
  });

  it('is killed when it ignores the first signal', async () => {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    startProcess(set, 'idle', { ...idle, args: ['-e', script] });
    await stopProcess(set, 'idle', { signal: 'SIGTERM', timeoutMs: 300 });
    expect(runningProcess(set, 'idle')).toBeNull();
  });

  it.each(['startTicks', 'bootId'] as const)(
    'is not signalled when its %s shows a reused pid',
    async (field) => {
      const record = startProcess(set, 'idle', idle);
      const genuine = readFileSync(recordPath(), 'utf8');
      const foreign: ProcessRecord = { ...record, [field]: '1' };
      writeFileSync(recordPath(), JSON.stringify(foreign));
      expect(runningProcess(set, 'idle')).toBeNull();
      expect(await stopProcess(set, 'idle', { signal: 'SIGKILL', timeoutMs: 1_000 })).toBe(false);
      writeFileSync(recordPath(), genuine);
      expect(runningProcess(set, 'idle')?.pid).toBe(record.pid);
    },
  );

  it('says what is wrong when the program does not exist', () => {
    expect(() => startProcess(set, 'idle', { ...idle, file: '/nonexistent/program' })).toThrow(
      /could not be started/,
    );
  });
});

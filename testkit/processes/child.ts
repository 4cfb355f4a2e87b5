/** Child processes of the stack: started with a log of their own, ended by their pid, never left behind. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type ProcessEnv = Readonly<Record<string, string>>;

export type Child = {
  readonly name: string;
  readonly pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  logTail(): string;
};

export const repository = fileURLToPath(new URL('../..', import.meta.url));

const execute = promisify(execFile);
const stopTimeoutMs = 35_000;

/** Nothing of the caller's own environment but what programs need to be found. */
const plainEnvironment = (): ProcessEnv => ({ PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' });

export function startChild(name: string, entry: string, env: ProcessEnv, logDirectory: string): Child {
  const log = join(logDirectory, `${name}.log`);
  const output = openSync(log, 'a');
  // Ends with this process even when this process has no time left to end it.
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', process.execPath, entry], {
    cwd: repository,
    stdio: ['ignore', output, output],
    env: { ...plainEnvironment(), ...env },
  });
  closeSync(output);
  if (child.pid === undefined) throw new Error(`${name} could not be started; its log is ${log}`);
  const logTail = () => readFileSync(log, 'utf8').split('\n').slice(-20).join('\n');
  return { name, pid: child.pid, stop: () => stop(name, child), kill: () => kill(child), logTail };
}

async function stop(name: string, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const isGone = await Promise.race([ended.then(() => true), delay(stopTimeoutMs, false, { ref: false })]);
  if (isGone) return;
  child.kill('SIGKILL');
  await ended;
  throw new Error(`${name} (pid ${child.pid}) did not end within ${stopTimeoutMs} ms of SIGTERM`);
}

/** As a machine that fails does it: nothing is handed over. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Runs an entry point to its end and gives back what it printed. */
export async function runToEnd(entry: string, args: readonly string[], env: ProcessEnv): Promise<string> {
  try {
    const { stdout } = await execute(process.execPath, [entry, ...args], {
      cwd: repository,
      timeout: 60_000,
      env: { ...plainEnvironment(), ...env },
    });
    return stdout;
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    throw new Error(`${entry} ${args.join(' ')} failed: ${stderr}${stdout}`, { cause: error });
  }
}

export async function waitForHttp(child: Child, url: string, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > deadline) {
      throw new Error(`${child.name} does not answer at ${url} (last status ${status})\n${child.logTail()}`);
    }
    await delay(50);
  }
}

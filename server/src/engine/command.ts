/** Spawns one host command in a process group of its own, and is the only place that can kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Exit = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
};

export type Command = {
  readonly pid: number;
  /** Resolves when the command has ended and no process holds its pipes any more. Never rejects. */
  readonly exit: Promise<Exit>;
  send(line: string): void;
  kill(): void;
};

const stderrCharsMax = 4_000;

/** Nothing of our own environment goes along: it holds credentials. */
const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' };

export function startCommand(argv: readonly string[], onLine: (line: string) => void): Command {
  const [program = '', ...rest] = argv;
  const child = spawn(program, rest, {
    cwd: '/',
    detached: true,
    env: bareEnvironment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A write to a process that has just died fails; its exit says so better.
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', onLine);
  return {
    pid: child.pid ?? 0,
    exit: exitOf(child),
    send: (line) => {
      child.stdin.write(`${line}\n`);
    },
    kill: () => killGroup(child),
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Gone between the check and the call.
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrCharsMax);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, stderr: error.message }));
    child.once('close', (code, signal) => resolve({ code, signal, stderr }));
  });
}

/** Spawns a host command in its own process group. Only this module kills it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { BoundedLines, type PrintLimits } from './bounded-lines.ts';

export type Exit = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
};

export type Command = {
  readonly pid: number;
  /** Resolves when the command has ended and its pipes are closed, or soon after `kill`. Never rejects. */
  readonly exit: Promise<Exit>;
  /** Also resets the output limits. */
  send(line: string): void;
  kill(): void;
};

export type CommandPlan = {
  readonly argv: readonly string[];
  readonly stdout: PrintLimits;
  /** What the command reads from descriptor 3. */
  readonly descriptor3?: Buffer | null;
  readonly onLine: (line: string) => void;
  /** It printed more than allowed to stdout or stderr; its output is not read any further. */
  readonly onOverflow: () => void;
};

/** Length of stderr that is kept for the log. */
const stderrCharsMax = 4_000;
/** Maximum stderr between two requests; libraries inside the engine print there harmlessly. */
const stderrBytesMax = 64 * 1_048_576;
/** How long a descendant may keep the pipes of an ended command open. */
const pipesTimeoutMs = 2_000;
/**
 * A process that is stuck in the kernel survives SIGKILL; after this it counts as ended, so that callers do not hang.
 */
const killTimeoutMs = 10_000;

/** Our own environment is not passed on: it contains credentials. */
const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' };

export function startCommand(plan: CommandPlan): Command {
  const child = spawnWith(plan);
  const stopReading = () => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const onOverflow = () => {
    stopReading();
    plan.onOverflow();
  };
  // Writing to a process that has just died fails; its exit is reported instead.
  child.stdin?.on('error', () => {});
  const lines = new BoundedLines(plan.stdout, plan.onLine, onOverflow);
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
  const stderr = boundedTail(child, onOverflow);
  const outlived = Promise.withResolvers<Exit>();
  const kill = () => {
    killGroup(child);
    const exit = { code: null, signal: 'SIGKILL', stderr: 'it did not end when it was killed' } as const;
    setTimeout(() => outlived.resolve(exit), killTimeoutMs).unref();
  };
  return {
    pid: child.pid ?? 0,
    exit: Promise.race([exitOf(child, stderr.text, stopReading), outlived.promise]),
    send: (line) => {
      lines.renew();
      stderr.renew();
      child.stdin?.write(`${line}\n`);
    },
    kill,
  };
}

function spawnWith({ argv, descriptor3 }: CommandPlan): ChildProcess {
  const [program = '', ...rest] = argv;
  const child = spawn(program, rest, {
    cwd: '/',
    detached: true,
    env: bareEnvironment,
    stdio: ['pipe', 'pipe', 'pipe', ...(descriptor3 ? (['pipe'] as const) : [])],
  });
  const third = child.stdio[3];
  if (descriptor3 && third && 'end' in third) {
    third.on('error', () => {});
    third.end(descriptor3);
  }
  return child;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Ended between the check and the call.
  }
}

function boundedTail(child: ChildProcess, onOverflow: () => void) {
  let tail = '';
  let bytesLeft = stderrBytesMax;
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-stderrCharsMax);
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) {
      onOverflow();
    }
  });
  return {
    text: () => tail,
    renew: () => {
      bytesLeft = stderrBytesMax;
    },
  };
}

function exitOf(child: ChildProcess, stderr: () => string, stopReading: () => void): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, stderr: error.message }));
    child.once('exit', () => setTimeout(stopReading, pipesTimeoutMs).unref());
    child.once('close', (code, signal) => resolve({ code, signal, stderr: stderr() }));
  });
}

/** Spawns one host command in a process group of its own, and is the only place that can kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { BoundedLines, type PrintLimits } from './bounded-lines.ts';

export type Exit = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
};

export type Command = {
  readonly pid: number;
  /** Resolves when the command has ended and no process holds its pipes any more, or soon after `kill`. Never rejects. */
  readonly exit: Promise<Exit>;
  /** Also renews what the command may print. */
  send(line: string): void;
  kill(): void;
};

export type CommandPlan = {
  readonly argv: readonly string[];
  readonly stdout: PrintLimits;
  /** What the command reads from descriptor 3. */
  readonly descriptor3?: Buffer | null;
  readonly onLine: (line: string) => void;
  /** It printed more than it may, to stdout or stderr; nothing more of it is read. */
  readonly onOverflow: () => void;
};

/** Kept of stderr, for the log. */
const stderrCharsMax = 4_000;
/** Read of stderr between two requests; libraries inside the engine print there without any harm. */
const stderrBytesMax = 64 * 1_048_576;
/** How long a descendant may hold the pipes of a command that has ended. */
const pipesTimeoutMs = 2_000;
/** A process that is stuck in the kernel outlives SIGKILL; it counts as ended after this, so that nobody waits for it. */
const killTimeoutMs = 10_000;

/** Nothing of our own environment goes along: it holds credentials. */
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
  // A write to a process that has just died fails; its exit says so better.
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
    // Gone between the check and the call.
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

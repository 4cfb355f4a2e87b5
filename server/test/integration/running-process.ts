/** Starts a server process with its own environment, reads its log line by line and stops it by pid. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../at-end.ts';

type LogLine = { msg?: string; level?: string } & Record<string, unknown>;

export type RunningProcess = {
  readonly child: ChildProcess;
  readonly log: LogLine[];
  /** The first log line, past or future, whose message matches. */
  logged(message: RegExp): Promise<LogLine>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export function startProcess(entry: 'api' | 'worker', env: Record<string, string>): RunningProcess {
  const script = fileURLToPath(new URL(`../../src/start/${entry}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: LogLine[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    log.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  const ended = once(child, 'exit');
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const [code] = await ended;
    return code as number | null;
  };
  atEnd(() => stop('SIGKILL'));
  return {
    child,
    log,
    logged: (message) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = log.find((line) => message.test(line.msg ?? ''));
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        void ended.then(([code]) =>
          reject(new Error(`the process ended with ${code} before it said ${message}`)),
        );
        look();
      }),
    stop,
  };
}

/** Everything outside the process that a command may use, so that tests can replace it. */
import type { Readable, Writable } from 'node:stream';

export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export type CliEnvironment = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly platform: NodeJS.Platform;
  readonly fetch: typeof globalThis.fetch;
  /** Calls the listener on Ctrl-C or SIGTERM, until the returned function is called. */
  onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
  /** Ends the process immediately. */
  exit(code: number): void;
};

export function processEnvironment(): CliEnvironment {
  return {
    env: process.env,
    cwd: process.cwd(),
    // Getters, because creating the streams costs time and an open stdin keeps the process alive.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    platform: process.platform,
    fetch: (input, init) => globalThis.fetch(input, init),
    onSignal(listener) {
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => process.off('SIGINT', listener).off('SIGTERM', listener);
    },
    exit: (code) => process.exit(code),
  };
}

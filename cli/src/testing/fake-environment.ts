/** A CliEnvironment for unit tests: recorded output, its own variables, and a fake network. */
import { PassThrough } from 'node:stream';
import type { CliEnvironment, Input, Output } from '../cli-environment.ts';

export type FakeEnvironment = CliEnvironment & {
  readonly stdoutText: () => string;
  readonly stderrText: () => string;
  interrupt(signal?: 'SIGINT' | 'SIGTERM'): void;
  readonly exits: readonly number[];
};

export type FakeEnvironmentOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  /** Makes stdout and stderr a terminal of this width. */
  readonly columns?: number;
  readonly rows?: number;
  readonly platform?: NodeJS.Platform;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

function recordingStream(terminal: { columns?: number | undefined; rows?: number | undefined }) {
  const parts: Buffer[] = [];
  const stream: Output = new PassThrough();
  stream.on('data', (part: Buffer) => parts.push(part));
  Object.assign(stream, { isTTY: terminal.columns !== undefined, ...terminal });
  return { stream, text: () => Buffer.concat(parts).toString('utf8') };
}

function inputOf(content: string | Uint8Array = ''): Input {
  const stream = new PassThrough();
  stream.end(content);
  return stream;
}

export function fakeEnvironment(options: FakeEnvironmentOptions = {}): FakeEnvironment {
  const { env = {}, cwd = '/nowhere', columns, rows, platform = 'linux', fetch } = options;
  const stdout = recordingStream({ columns, rows });
  const stderr = recordingStream({ columns, rows });
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();
  const exits: number[] = [];
  return {
    env: { OCTAVO_CONFIG_DIR: '/nowhere/config', ...env },
    cwd,
    platform,
    stdin: inputOf(options.stdin),
    stdout: stdout.stream,
    stderr: stderr.stream,
    fetch: (fetch ?? (() => Promise.reject(new TypeError('no network here')))) as CliEnvironment['fetch'],
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exit: (code) => exits.push(code),
    exits,
    stdoutText: stdout.text,
    stderrText: stderr.text,
    interrupt: (signal = 'SIGINT') => [...listeners].forEach((listener) => void listener(signal)),
  };
}

/** The variables needed to reach the fake server. */
export const signedInEnv = {
  OCTAVO_API_KEY: `oct_${'0123456789'.repeat(4)}`,
  OCTAVO_BASE_URL: 'http://octavo.test',
} as const;

/** The signed-in account, as returned by `/auth/me`. */
export const fakeAccount = {
  id: 'A',
  email: 'ann@octavo.test',
  tier: 'pro',
  pages_used: 5,
  pages_limit: 100,
  created_at: '',
};

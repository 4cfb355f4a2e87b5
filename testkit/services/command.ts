/** Runs a tool to its end and returns its output, or throws one error with what it printed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Account } from './data-directory.ts';
import { ServiceError } from './service-set.ts';

export type CommandOptions = {
  readonly account?: Account | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

const execute = promisify(execFile);

export async function runCommand(file: string, args: readonly string[], options: CommandOptions = {}) {
  try {
    const { stdout } = await execute(file, args, {
      cwd: '/',
      timeout: options.timeoutMs ?? 60_000,
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...options.env },
      ...options.account,
    });
    return stdout.trim();
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new ServiceError(`${file} failed: ${stderr.trim() || message}`, { cause: error });
  }
}

/** Runs an entry point of the server to its end and returns what it printed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compileCache } from './compile-cache.ts';
import { type ProcessEnv, repository } from './fleet.ts';

const execute = promisify(execFile);

export async function runEntryPoint(
  entry: string,
  args: readonly string[],
  env: ProcessEnv,
): Promise<string> {
  try {
    const { stdout } = await execute(process.execPath, [entry, ...args], {
      cwd: repository,
      // Seconds on an idle machine; a busy one must not fail a run.
      timeout: 300_000,
      // Nothing of the caller's own environment but what programs need to be found.
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...compileCache, ...env },
    });
    return stdout;
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    throw new Error(`${entry} ${args.join(' ')} failed: ${stderr}${stdout}`, { cause: error });
  }
}

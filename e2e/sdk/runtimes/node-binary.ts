/** Where to find each Node; those that are not there yet are installed from the lock file next to this. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { arch } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));

export const nodeMajors = ['20', '22', '24'] as const;

export async function nodeBinary(major: (typeof nodeMajors)[number]): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const binary = `${here}node_modules/node-${major}-${arch()}/bin/node`;
  if (!existsSync(binary)) {
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: here,
      timeout: 240_000,
    });
  }
  return binary;
}

/** Where a figure was measured: machine, versions of programs, and the commit. */
import { spawnSync } from 'node:child_process';
import { cpus, release, totalmem } from 'node:os';
import { repository } from '../processes/fleet.ts';

/** The first line a program prints about itself, on either stream. */
export function versionOf(program: string, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`.split('\n')[0]?.trim() || `${program} not found`;
}

export function machine(): string {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 1_073_741_824);
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${gib} GiB, Linux ${release()}`;
}

export const commitHash = () => versionOf('git', '-C', repository, 'rev-parse', '--short', 'HEAD');

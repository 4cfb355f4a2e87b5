/** Directories named after the process that owns them, so that those of killed processes can be removed. */
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Process id and start time, because ids are reused: in a container every process may be number 1. */
export function processIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${pid}-${fields[19]}`;
  } catch {
    return null;
  }
}

/** Removes directories `<identity>-<name>` of processes that no longer exist. */
export async function removeStaleDirectories(parent: string): Promise<number> {
  const names = await readdir(parent).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const [pid, started] = name.split('-');
    if (!/^\d+-\d+-/.test(name) || processIdentity(Number(pid)) === `${pid}-${started}`) {
      continue;
    }
    await rm(join(parent, name), { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** The work directory of a process. Other processes on the machine remove those of killed ones. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { processIdentity } from '../processes/process-identity.ts';

const cleanupMs = 20_000;

export type WorkDirectory = {
  /** A folder in it, created when missing. */
  folder(name: string): string;
  remove(): void;
};

function removeDead(root: string): void {
  for (const name of readdirSync(root)) {
    const [pid = '', started] = name.split('-');
    const ours = /^\d+-\d+$/.test(name);
    if (ours && processIdentity(Number(pid)) !== `${pid}-${started}`) {
      rmSync(join(root, name), { recursive: true, force: true });
    }
  }
}

export function openWorkDirectory(config: Config): WorkDirectory {
  const root = config.engine.workDir ?? join(tmpdir(), 'octavo');
  const own = join(root, processIdentity(process.pid) ?? `${process.pid}-0`);
  mkdirSync(own, { recursive: true, mode: 0o711 });
  removeDead(root);
  const cleanup = setInterval(() => removeDead(root), cleanupMs).unref();
  return {
    folder: (name) => {
      mkdirSync(join(own, name), { recursive: true });
      return join(own, name);
    },
    remove: () => {
      clearInterval(cleanup);
      rmSync(own, { recursive: true, force: true });
    },
  };
}

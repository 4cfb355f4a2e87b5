/** Shared by engine tests: an engine with its own directory, output directories, and a list of processes. */
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineSettingsChange } from '../../src/engine/settings.ts';
import type { EngineProbe } from '../../src/ports/engine.ts';
import { type Converter, createConverter } from '../../src/start/converter.ts';

export type TestEngine = {
  readonly engine: Converter;
  readonly probe: EngineProbe;
  readonly workDir: string;
  outDir(): Promise<string>;
  close(): Promise<void>;
};

/** A temporary directory that the user of the sandbox can traverse. */
export async function traversableDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  await chmod(path, 0o711);
  return path;
}

export async function openTestEngine(change: EngineSettingsChange = {}): Promise<TestEngine> {
  const root = await traversableDir();
  const workDir = join(root, 'work');
  const engine = createConverter({ workDir, preflightSlots: 0, ...change });
  const probe = await engine.start();
  return {
    engine,
    probe,
    workDir,
    outDir: () => mkdtemp(join(root, 'out-')),
    close: async () => {
      await engine.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Every process of this machine whose command line contains `mark`. */
export async function processesWith(mark: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const line = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : '';
    if (line.includes(mark) && Number(name) !== process.pid) {
      found.push(Number(name));
    }
  }
  return found;
}

/** Repeats a check until it passes or `timeoutMs` has elapsed. */
export async function eventually(check: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await check()) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return check();
}

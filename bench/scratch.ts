/** A scratch directory that the sandbox's user can enter; removed with the benchmark. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from './bench.ts';

export async function scratch({ atEnd }: Pick<Context, 'atEnd'>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
  await chmod(root, 0o711);
  atEnd(() => rm(root, { recursive: true, force: true }));
  return root;
}

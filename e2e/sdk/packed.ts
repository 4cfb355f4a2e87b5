/** A packed workspace: built and packed once for all test files that need it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Changes whenever something the tarball is made of does. */
async function fingerprint(workspace: string): Promise<string> {
  const files = (await readdir(join(workspace, 'src'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  const configuration = ['package.json', 'tsdown.config.ts', 'README.md', 'LICENSE'].map((name) =>
    join(workspace, name),
  );
  for (const file of [...files.sort(), ...configuration]) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

export type PackedDirectory = 'sdk' | 'cli' | 'integrations/langchain' | 'integrations/ai';

/** The path of its tarball. */
export async function packed(name: PackedDirectory): Promise<string> {
  const workspace = join(root, name);
  const label = name.replace('integrations/', '');
  const kept = join(tmpdir(), `octavo-${label}-${await fingerprint(workspace)}.tgz`);
  if (existsSync(kept)) return kept;
  const scratch = await mkdtemp(join(tmpdir(), `octavo-${label}-pack-`));
  try {
    await run('npm', ['run', 'build'], { cwd: workspace, timeout: 240_000 });
    await run('npm', ['pack', '--pack-destination', scratch], { cwd: workspace, timeout: 60_000 });
    const [tarball = ''] = await readdir(scratch);
    await rename(join(scratch, tarball), kept);
    return kept;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

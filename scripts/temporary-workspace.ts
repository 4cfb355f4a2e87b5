/** Writes source files into a temporary workspace, so that an import-graph test can prove that it fails. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs `check` on a workspace with these files in `src`, and removes it afterwards. */
export async function withWorkspace<Result>(
  files: Readonly<Record<string, string>>,
  check: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-workspace-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, 'src', path)), { recursive: true });
      writeFileSync(join(directory, 'src', path), text);
    }
    return await check(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

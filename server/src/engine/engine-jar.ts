/** Finds the engine's jar in its npm package, and accepts only the version this code was tested with. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const engineVersion = '2.5.11';
export const engineJarSha256 = '354ee84dbc2cf8b22fef1aab81c23476b3bd3120b96369b9e14d4946823fc948';

/** The package does not export its jar, so the path is derived from its entry point. */
export function engineJarPath(): string {
  const entry = createRequire(import.meta.url).resolve('@opendataloader/pdf');
  return join(dirname(entry), '..', 'lib', 'opendataloader-pdf-cli.jar');
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** `pinned` is the hash of an operator's own build; it replaces the expected hash, never the check. */
export async function checkedEngineJar(
  pinned: string = engineJarSha256,
  path: string = engineJarPath(),
): Promise<string> {
  const actual = await sha256Of(path);
  if (actual !== pinned) {
    const wanted = pinned === engineJarSha256 ? `the pinned ${engineVersion}` : 'the one you pinned';
    throw new Error(
      `The engine jar is not ${wanted}: its sha-256 is ${actual}, expected ${pinned}. Install the dependencies again.`,
    );
  }
  return path;
}

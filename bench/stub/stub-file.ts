/** The files of the stubs: a few bytes each. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Format, formatInfo } from '../../server/src/domain/formats.ts';
import type { EngineOutput } from '../../server/src/ports/engine.ts';

const content = Buffer.from('stub\n');
const sha256 = createHash('sha256').update(content).digest('hex');

export async function writeStubFile(path: string) {
  await writeFile(path, content);
  return { path, bytes: content.length, sha256 };
}

export async function writeStub(format: Format, outDir: string): Promise<EngineOutput> {
  const file = await writeStubFile(join(outDir, format));
  return { ...file, format, mediaType: formatInfo[format].mediaType };
}

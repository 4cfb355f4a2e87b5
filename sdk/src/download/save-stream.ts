/** Writes a stream to a file that appears under its name only when it is complete. */
import { builtin } from '../request/runtime.ts';

export async function saveStream(chunks: AsyncIterable<Uint8Array>, path: string): Promise<string> {
  const { mkdir, open, rename, rm } = await builtin('node:fs/promises');
  const { dirname } = await builtin('node:path');
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await open(partial, 'wx');
  try {
    for await (const chunk of chunks) await writeAll(file, chunk);
    await file.close();
    await rename(partial, path);
    return path;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

type Writable = { write(chunk: Uint8Array): Promise<{ bytesWritten: number }> };

async function writeAll(file: Writable, chunk: Uint8Array): Promise<void> {
  for (let rest = chunk; rest.byteLength > 0; ) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

/** Opens a file on disk. It is read in chunks during the upload, so that memory use does not depend on its size. */
import { InputError } from '../errors/octavo-error.ts';
import type { FileSource } from './file-source.ts';
import { builtin } from './runtime.ts';

const chunkBytes = 64 * 1024;

function unreadable(path: string, cause: unknown): InputError {
  const { code } = cause as { code?: string };
  const why = code === 'ENOENT' ? 'does not exist' : `cannot be read${code ? ` (${code})` : ''}`;
  return new InputError(`${path} ${why}.`, 'Check the path and its permissions.', { cause });
}

async function toPath(input: string | URL): Promise<string> {
  const text = String(input);
  if (/^https?:/i.test(text)) {
    throw new InputError(
      `${text} is a URL, not a file.`,
      'Let the server fetch it: { source_url: url }. Or pass the response: await fetch(url).',
    );
  }
  return input instanceof URL || text.startsWith('file:')
    ? (await builtin('node:url')).fileURLToPath(text)
    : text;
}

async function* read(path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  const { open } = await builtin('node:fs/promises');
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  try {
    let at = from;
    while (at < to) {
      const chunk = new Uint8Array(Math.min(chunkBytes, to - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) {
        throw new InputError(
          `${path} became shorter during the upload.`,
          'Upload it again when it is complete.',
        );
      }
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

export async function openPath(input: string | URL, name?: string): Promise<FileSource> {
  const path = await toPath(input);
  const { stat, readFile } = await builtin('node:fs/promises');
  const { basename } = await builtin('node:path');
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (!found.isFile()) throw new InputError(`${path} is not a file.`, 'Pass the path of a PDF.');
  return {
    name: name ?? basename(path),
    bytes: found.size,
    open: () => read(path, 0, found.size),
    openRange: (offset, bytes) => read(path, offset, Math.min(offset + bytes, found.size)),
    canReopen: true,
    blob: async () => new Blob([await readFile(path)], { type: 'application/pdf' }),
    close: async () => {},
  };
}

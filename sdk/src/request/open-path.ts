/** A file on disk, read piece by piece while it is sent, so that its size never shows in memory. */
import { InputError } from '../errors/octavo-error.ts';
import type { FileSource } from './file-source.ts';
import { builtin } from './runtime.ts';

const pieceBytes = 64 * 1024;

function unreadable(path: string, cause: unknown): InputError {
  const { code } = cause as { code?: string };
  const why = code === 'ENOENT' ? 'does not exist' : `cannot be read${code ? ` (${code})` : ''}`;
  return new InputError(`${path} ${why}.`, 'Check the path and its permissions.', { cause });
}

async function toPath(input: string | URL): Promise<string> {
  const text = String(input);
  if (/^https?:/i.test(text)) {
    throw new InputError(`${text} is no file.`, 'Fetch it and pass the response: convert(await fetch(url)).');
  }
  return input instanceof URL || text.startsWith('file:')
    ? (await builtin('node:url')).fileURLToPath(text)
    : text;
}

async function* read(path: string, bytes: number): AsyncGenerator<Uint8Array> {
  const { open } = await builtin('node:fs/promises');
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  try {
    let at = 0;
    while (at < bytes) {
      const piece = new Uint8Array(Math.min(pieceBytes, bytes - at));
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) {
        throw new InputError(
          `${path} became shorter while it was sent.`,
          'Send it again once it is complete.',
        );
      }
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
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
  if (!found.isFile()) throw new InputError(`${path} is no file.`, 'Pass the path of a PDF.');
  return {
    name: name ?? basename(path),
    bytes: found.size,
    open: () => read(path, found.size),
    canReopen: true,
    blob: async () => new Blob([await readFile(path)], { type: 'application/pdf' }),
    close: async () => {},
  };
}

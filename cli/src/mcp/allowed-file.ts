/** Which files an agent may open: PDF files below the directories that the user allows. */
import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { DocumentError } from '@octavo/mcp/document-source.ts';

/** A PDF may have other bytes before its header. */
const headBytes = 1_024;

function refusal(message: string): DocumentError {
  return new DocumentError('path_not_allowed', message);
}

function isInside(directory: string, file: string): boolean {
  const path = relative(directory, file);
  return path !== '' && !path.startsWith('..') && !isAbsolute(path);
}

async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The real path of the file. Links are followed first, so that none leads out of the directories. */
export async function allowedFile(
  path: string,
  cwd: string,
  directories: readonly string[],
): Promise<string> {
  const found = await realpath(resolve(cwd, path)).catch(() => null);
  const roots = await Promise.all(
    directories.map((directory) => realpath(resolve(cwd, directory)).catch(() => null)),
  );
  // The same answer for files that do not exist, so that it tells nothing about others.
  if (found === null || !roots.some((root) => root !== null && isInside(root, found)))
    throw refusal(`File not found below ${directories.join(', ')}.`);
  if (!(await stat(found)).isFile()) throw refusal('The path is not a file.');
  // Before anything is sent: a server refuses other files too, but it would have seen them.
  if (!(await startOf(found)).includes('%PDF-')) throw refusal('The file is not a PDF.');
  return found;
}

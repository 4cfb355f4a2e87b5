/** Checks finished results independently of the service's own validator. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipEntries } from '@octavo/testkit/client/zip-entries.ts';

export type MadeOutput = {
  readonly format: string;
  readonly data: Buffer;
  /** As reported by the service, in lower-case hex. */
  readonly sha256: string;
};

/** Page count according to qpdf; -1 if it cannot open the file. */
export async function pagesByQpdf(data: Buffer): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-second-opinion-'));
  const path = join(directory, 'result.pdf');
  try {
    await writeFile(path, data);
    return await new Promise((resolve) => {
      // 3 is a success with warnings.
      execFile('qpdf', ['--show-npages', path], { timeout: 20_000 }, (error, stdout) =>
        resolve(error === null || error.code === 3 ? Number(stdout) : -1),
      );
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

function isUtf8(data: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data);
    return true;
  } catch {
    return false;
  }
}

function jsonFault(data: Buffer, pages: number): string | null {
  try {
    const counted = (JSON.parse(data.toString('utf8')) as Record<string, unknown>)['page_count'];
    return counted === pages ? null : `json names ${counted} pages, not ${pages}`;
  } catch (error) {
    return `json does not parse: ${(error as Error).message}`;
  }
}

function zipFault(data: Buffer): string | null {
  try {
    const bad = zipEntries(data).filter((name) => !/^images\/[^/\\]+$/.test(name) || name.includes('..'));
    return bad.length === 0 ? null : `the zip has entries called ${bad.join()}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function contentFault({ format, data }: MadeOutput, pages: number): Promise<string | null> {
  switch (format) {
    case 'json':
      return jsonFault(data, pages);
    case 'html':
      return isUtf8(data) && /<\/html>\s*$/.test(data.toString('utf8')) ? null : 'html does not close';
    case 'markdown':
    case 'text':
      return isUtf8(data) ? null : `${format} is not UTF-8`;
    case 'images':
      return zipFault(data);
    default: {
      const counted = await pagesByQpdf(data);
      return counted === pages ? null : `${format} has ${counted} pages by qpdf, not ${pages}`;
    }
  }
}

/** Whether the json output contains text: then the text formats must not be empty. */
function hasText(outputs: readonly MadeOutput[]): boolean {
  const json = outputs.find(({ format }) => format === 'json')?.data.toString('utf8') ?? '';
  return /"content"\s*:\s*"[^"]*[\p{L}\p{N}]/u.test(json);
}

export async function outputFaults(
  outputs: readonly MadeOutput[],
  wanted: readonly string[],
  pages: number,
): Promise<string[]> {
  const missing = wanted.filter((format) => !outputs.some((output) => output.format === format));
  const faults = await Promise.all(outputs.map((output) => contentFault(output, pages)));
  const changed = outputs.filter(
    ({ data, sha256 }) => createHash('sha256').update(data).digest('hex') !== sha256,
  );
  const empty = outputs.filter(
    ({ format, data }) => data.length === 0 && (!['markdown', 'text'].includes(format) || hasText(outputs)),
  );
  return [
    ...missing.map((format) => `${format} is missing`),
    ...faults.filter((fault) => fault !== null),
    ...changed.map(({ format }) => `${format} does not match its hash`),
    ...empty.map(({ format }) => `${format} is empty`),
  ];
}

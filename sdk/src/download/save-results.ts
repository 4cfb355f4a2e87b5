/** Saves the results of a job into a directory, with image links that point to the saved images. */

import { formatFiles, formatsOf, imageDirectorySuffix } from '../formats.ts';
import type { RequestOptions } from '../request/attempt.ts';
import { builtin } from '../request/runtime.ts';
import type { Format, Job, JobImage } from '../wire.ts';
import type { Download, DownloadOptions, FileInfo } from './download.ts';
import { safeName } from './file-name.ts';
import { relinkImages } from './relink-images.ts';
import { saveStream } from './save-stream.ts';

export type SaveOptions = RequestOptions & {
  /** Default: all formats of the job. */
  readonly formats?: readonly Format[] | undefined;
  /** File name without extension. Default: the name of the submitted file. */
  readonly stem?: string | undefined;
  /** `folder` saves each image into `<stem>-images/` and rewrites the links; `zip` saves the archive. */
  readonly images?: 'folder' | 'zip' | undefined;
};

/** The calls of `client.jobs` that saving needs, declared here because `Jobs` itself imports this file. */
export type ResultReader = {
  download(jobId: string, format: Format, options?: DownloadOptions): Promise<Download>;
  images(jobId: string, options?: RequestOptions): Promise<JobImage[]>;
  image(jobId: string, name: string, options?: DownloadOptions): Promise<Download>;
  sourceInfo(jobId: string, options?: RequestOptions): Promise<FileInfo>;
};

export type SavedFiles = Partial<Record<Format, string>>;

const imageConcurrency = 4;

async function stemOf(jobs: ResultReader, job: Job, options: SaveOptions): Promise<string> {
  if (options.stem !== undefined) return safeName(options.stem);
  const { fileName } = await jobs.sourceInfo(job.id, options);
  return fileName.replace(/\.pdf$/i, '') || job.id;
}

export async function saveResults(
  jobs: ResultReader,
  job: Job,
  directory: string,
  options: SaveOptions = {},
): Promise<SavedFiles> {
  const { join } = await builtin('node:path');
  const { formats = formatsOf(job), images = 'folder' } = options;
  const stem = await stemOf(jobs, job, options);
  const folder = `${stem}${imageDirectorySuffix}`;
  const hasFolder = images === 'folder' && formats.includes('images');
  const names = hasFolder ? (await jobs.images(job.id, options)).map(({ name }) => safeName(name)) : [];
  const saved: SavedFiles = {};
  for (const format of formats) {
    const path = join(directory, `${stem}${formatFiles[format].suffix}`);
    if (format === 'images' && hasFolder) {
      saved.images = await saveImages(jobs, job.id, names, join(directory, folder), options);
    } else if (names.length > 0 && (format === 'markdown' || format === 'html' || format === 'json')) {
      const text = await (await jobs.download(job.id, format, options)).text();
      saved[format] = await saveText(relinkImages(text, format, names, folder), path);
    } else saved[format] = await (await jobs.download(job.id, format, options)).save(path);
  }
  return saved;
}

async function saveText(text: string, path: string): Promise<string> {
  async function* once() {
    yield new TextEncoder().encode(text);
  }
  return saveStream(once(), path);
}

async function saveImages(
  jobs: ResultReader,
  jobId: string,
  names: readonly string[],
  folder: string,
  options: SaveOptions,
): Promise<string> {
  const { join } = await builtin('node:path');
  const { mkdir } = await builtin('node:fs/promises');
  await mkdir(folder, { recursive: true });
  const remaining = [...names];
  const take = async () => {
    for (let name = remaining.shift(); name !== undefined; name = remaining.shift()) {
      await (await jobs.image(jobId, name, options)).save(join(folder, name));
    }
  };
  await Promise.all(Array.from({ length: imageConcurrency }, take));
  return folder;
}

/** Writes the files of a job into a directory, with links to images that lead where the images are. */
import { safeName } from '../download/file-name.ts';
import { saveStream } from '../download/save-stream.ts';
import type { RequestOptions } from '../request/attempt.ts';
import { builtin } from '../request/runtime.ts';
import type { Jobs } from '../resources/jobs.ts';
import type { Format, Job } from '../wire.ts';
import { relinkImages } from './relink-images.ts';

export type SaveOptions = RequestOptions & {
  /** Those of the job unless given. */
  readonly formats?: readonly Format[] | undefined;
  /** In place of the name of the submitted file, without extension. */
  readonly stem?: string | undefined;
  /** `folder` puts each image into `<stem>-images/` and points the links there; `zip` saves the archive. */
  readonly images?: 'folder' | 'zip' | undefined;
};

export type SavedFiles = Partial<Record<Format, string>>;

const endings: Readonly<Record<Format, string>> = {
  markdown: '.md',
  json: '.json',
  html: '.html',
  text: '.txt',
  'tagged-pdf': '-tagged.pdf',
  'annotated-pdf': '-annotated.pdf',
  images: '-images.zip',
};

const imagesAtOnce = 4;

async function stemOf(jobs: Jobs, job: Job, options: SaveOptions): Promise<string> {
  if (options.stem !== undefined) return safeName(options.stem);
  const { fileName } = await jobs.sourceInfo(job.id, options);
  return fileName.replace(/\.pdf$/i, '') || job.id;
}

export async function saveConversion(
  jobs: Jobs,
  job: Job,
  directory: string,
  options: SaveOptions = {},
): Promise<SavedFiles> {
  const { join } = await builtin('node:path');
  const { formats = job.options.format, images = 'folder' } = options;
  const stem = await stemOf(jobs, job, options);
  const folder = `${stem}-images`;
  const hasFolder = images === 'folder' && formats.includes('images');
  const names = hasFolder ? (await jobs.images(job.id, options)).map(({ name }) => safeName(name)) : [];
  const saved: SavedFiles = {};
  for (const format of formats) {
    const path = join(directory, `${stem}${endings[format]}`);
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
  jobs: Jobs,
  jobId: string,
  names: readonly string[],
  folder: string,
  options: SaveOptions,
): Promise<string> {
  const { join } = await builtin('node:path');
  const { mkdir } = await builtin('node:fs/promises');
  await mkdir(folder, { recursive: true });
  const left = [...names];
  const take = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      await (await jobs.image(jobId, name, options)).save(join(folder, name));
    }
  };
  await Promise.all(Array.from({ length: imagesAtOnce }, take));
  return folder;
}

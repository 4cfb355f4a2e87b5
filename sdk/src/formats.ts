/** The file of each output format: what its name ends in, and its media type. */
import type { Format, Job, TextFormat } from './wire.ts';

export type FormatFile = {
  /** Appended to the name of the PDF without its extension. */
  readonly suffix: string;
  readonly mediaType: string;
  /** Whether the file is UTF-8 text. */
  readonly isText: boolean;
};

export const formatFiles: Readonly<Record<Format, FormatFile>> = {
  markdown: { suffix: '.md', mediaType: 'text/markdown; charset=utf-8', isText: true },
  json: { suffix: '.json', mediaType: 'application/json', isText: true },
  html: { suffix: '.html', mediaType: 'text/html; charset=utf-8', isText: true },
  text: { suffix: '.txt', mediaType: 'text/plain; charset=utf-8', isText: true },
  'tagged-pdf': { suffix: '-tagged.pdf', mediaType: 'application/pdf', isText: false },
  'annotated-pdf': { suffix: '-annotated.pdf', mediaType: 'application/pdf', isText: false },
  images: { suffix: '-images.zip', mediaType: 'application/zip', isText: false },
};

/** The formats that can be added to a job that is done. */
export const textFormats = ['markdown', 'json', 'html', 'text'] as const satisfies readonly TextFormat[];

/** The formats that a done job has, those that were added later included; none before. */
export function formatsOf(job: Pick<Job, 'download_urls'>): readonly Format[] {
  return (Object.keys(formatFiles) as Format[]).filter((format) => format in job.download_urls);
}

/** The directory that images are saved into when they are saved one by one. */
export const imageDirectorySuffix = '-images';

/** The file of each output format: what its name ends in, and its media type. */
import type { Format } from './wire.ts';

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

/** The directory that images are saved into when they are saved one by one. */
export const imageDirectorySuffix = '-images';

/** The output formats: the one table of their labels, media types and file names. */

export type FormatInfo = {
  /** For people. */
  readonly label: string;
  readonly mediaType: string;
  /** Added to the source's name without `.pdf`. */
  readonly suffix: string;
  /** The file that is made before it is stored. */
  readonly outputFile: string;
};

export const formats = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'] as const;
export type Format = (typeof formats)[number];

/** Formats that are written from the stored document, without the PDF. */
export const textFormats = ['markdown', 'json', 'html', 'text'] as const satisfies readonly Format[];
export type TextFormat = (typeof textFormats)[number];
/** Formats that the engine writes itself. */
export type EngineFormat = Exclude<Format, TextFormat>;

export function isTextFormat(format: Format): format is TextFormat {
  return textFormats.some((known) => known === format);
}

export const formatInfo: Readonly<Record<Format, FormatInfo>> = {
  markdown: {
    label: 'Markdown',
    mediaType: 'text/markdown; charset=utf-8',
    suffix: '.md',
    outputFile: 'document.md',
  },
  json: {
    label: 'JSON',
    mediaType: 'application/json',
    suffix: '.json',
    outputFile: 'document.json',
  },
  html: {
    label: 'HTML',
    mediaType: 'text/html; charset=utf-8',
    suffix: '.html',
    outputFile: 'document.html',
  },
  text: {
    label: 'Text',
    mediaType: 'text/plain; charset=utf-8',
    suffix: '.txt',
    outputFile: 'document.txt',
  },
  'tagged-pdf': {
    label: 'Tagged PDF',
    mediaType: 'application/pdf',
    suffix: '-tagged.pdf',
    outputFile: 'tagged.pdf',
  },
  'annotated-pdf': {
    label: 'Annotated PDF',
    mediaType: 'application/pdf',
    suffix: '-annotated.pdf',
    outputFile: 'annotated.pdf',
  },
  images: {
    label: 'Images',
    mediaType: 'application/zip',
    suffix: '-images.zip',
    outputFile: 'images.zip',
  },
};

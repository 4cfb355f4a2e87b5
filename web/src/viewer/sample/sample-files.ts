/** The files of the sample, which are shipped with the dashboard; `scripts/make-sample.ts` writes them. */
import type { Format } from '@octavo/sdk';
import type { ResultFile, ResultFiles } from '../result-files.ts';

export const sampleFormats = ['markdown', 'json', 'html', 'text'] as const satisfies readonly Format[];
export const samplePages = 3;
export const sampleName = 'sample.pdf';

const names: Readonly<Partial<Record<Format, string>>> = {
  markdown: 'sample.md',
  json: 'sample.json',
  html: 'sample.html',
  text: 'sample.txt',
};

async function read(path: string, signal: AbortSignal | undefined): Promise<ResultFile> {
  const response = await fetch(`${import.meta.env.BASE_URL}${path}`, { signal: signal ?? null });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return {
    fileName: path.slice(path.lastIndexOf('/') + 1),
    // Small enough to be read whole.
    bytes: null,
    arrayBuffer: () => response.arrayBuffer(),
    blob: () => response.blob(),
    cancel: async () => response.body?.cancel(),
    json: () => response.json(),
    text: () => response.text(),
  };
}

export const sampleFiles: ResultFiles = {
  download: (_jobId, format, options) => read(`sample/${names[format]}`, options?.signal),
  source: (_jobId, options) => read(sampleName, options?.signal),
  image: (_jobId, name, options) => read(`sample/images/${encodeURIComponent(name)}`, options?.signal),
};

/** Opens the source PDF of a job: small files are fetched whole, large files by range requests. */
import type { PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import { openPdf, type Pdfjs, startWorker } from '../../pdf/open-pdf.ts';
import type { ResultFiles } from '../result-files.ts';

const wholeBytesMax = 8 * 1024 * 1024;
const partBytes = 512 * 1024;

type Jobs = Pick<ResultFiles, 'source'>;
type OpenOptions = {
  readonly jobId: string;
  /** Aborts all requests. */
  readonly signal: AbortSignal;
  readonly onLost: (error: unknown) => void;
};
export type OpenedSource = { readonly task: PDFDocumentLoadingTask; readonly close: () => Promise<void> };

type Tools = { readonly pdfjs: Pdfjs; readonly worker: PDFWorker };

async function read(
  jobs: Jobs,
  options: OpenOptions,
  starting: Promise<Tools>,
): Promise<PDFDocumentLoadingTask> {
  const { jobId, signal, onLost } = options;
  const file = await jobs.source(jobId, { signal });
  const { bytes } = file;
  if (bytes === null || bytes <= wholeBytesMax) {
    const [data, { worker }] = await Promise.all([file.arrayBuffer(), starting]);
    return openPdf({ data: new Uint8Array(data), worker });
  }
  await file.cancel();
  const { pdfjs, worker } = await starting;
  const fetchPart = async (begin: number, end: number) => {
    const part = await jobs.source(jobId, { range: `bytes=${begin}-${end - 1}`, signal });
    return new Uint8Array(await part.arrayBuffer());
  };
  class Parts extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      fetchPart(begin, end).then(
        (part) => this.onDataRange(begin, part),
        // pdf.js has no call to report a failed range and would wait for it forever.
        onLost,
      );
    }
  }
  const range = new Parts(bytes, null);
  return openPdf({ worker, range, rangeChunkSize: partBytes, disableAutoFetch: true, disableStream: true });
}

/** pdf.js and its worker start while the file is downloading. */
export async function openSource(jobs: Jobs, options: OpenOptions): Promise<OpenedSource> {
  const starting = startWorker();
  const endWorker = () =>
    starting.then(
      ({ worker }) => worker.destroy(),
      () => {},
    );
  try {
    const task = await read(jobs, options, starting);
    return { task, close: () => task.destroy().finally(endWorker) };
  } catch (error) {
    void endWorker();
    throw error;
  }
}

/** Opens the file of a job for reading: a small one whole, a large one in the parts that are looked at. */
import type { Octavo } from '@octavo/sdk';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import { loadPdfjs, openPdf } from '../../pdf/open-pdf.ts';

const wholeBytesMax = 8 * 1024 * 1024;
const partBytes = 512 * 1024;

type Jobs = Pick<Octavo['jobs'], 'source'>;

/** Aborting the signal ends reading; the task itself is destroyed by whoever holds it. */
export async function openSource(
  jobs: Jobs,
  jobId: string,
  signal: AbortSignal,
  onLost: (error: unknown) => void,
): Promise<PDFDocumentLoadingTask> {
  const [pdfjs, file] = await Promise.all([loadPdfjs(), jobs.source(jobId, { signal })]);
  const { bytes } = file;
  if (bytes === null || bytes <= wholeBytesMax) {
    return openPdf({ data: new Uint8Array(await file.arrayBuffer()) });
  }
  await file.cancel();
  const fetchPart = async (begin: number, end: number) => {
    const part = await jobs.source(jobId, { range: `bytes=${begin}-${end - 1}`, signal });
    return new Uint8Array(await part.arrayBuffer());
  };
  class Parts extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      fetchPart(begin, end).then(
        (part) => this.onDataRange(begin, part),
        // pdf.js has no word for a part that does not come: it would wait for ever.
        onLost,
      );
    }
  }
  const range = new Parts(bytes, null);
  return openPdf({ range, rangeChunkSize: partBytes, disableAutoFetch: true, disableStream: true });
}

/** Opens PDFs with pdf.js, which is loaded on first use. */
import type { PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import type { DocumentInitParameters } from 'pdfjs-dist/types/src/display/api';

export type Pdfjs = typeof import('pdfjs-dist');

let loading: Promise<Pdfjs> | undefined;

async function load(): Promise<Pdfjs> {
  const [pdfjs, worker] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = worker.default;
  return pdfjs;
}

export function loadPdfjs(): Promise<Pdfjs> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Starts a worker before the document is available. The caller must destroy it. */
export async function startWorker(): Promise<{ readonly pdfjs: Pdfjs; readonly worker: PDFWorker }> {
  const pdfjs = await loadPdfjs();
  const worker = new pdfjs.PDFWorker({ verbosity: pdfjs.VerbosityLevel.ERRORS });
  // It rejects if the worker is destroyed before it runs: the user has left the page, which is not an error.
  worker.promise.catch(() => {});
  return { pdfjs, worker };
}

const pdfjsUrl = () => new URL(`${import.meta.env.BASE_URL}${PDFJS_FOLDER}`, document.baseURI).href;

/** Does not run scripts of the document and fetches resources from this origin only. */
export async function openPdf(source: DocumentInitParameters): Promise<PDFDocumentLoadingTask> {
  const pdfjs = await loadPdfjs();
  return pdfjs.getDocument({
    cMapUrl: `${pdfjsUrl()}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${pdfjsUrl()}standard_fonts/`,
    wasmUrl: `${pdfjsUrl()}wasm/`,
    iccUrl: `${pdfjsUrl()}iccs/`,
    enableXfa: false,
    // Warnings about the user's document do not belong in the console.
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    ...source,
  });
}

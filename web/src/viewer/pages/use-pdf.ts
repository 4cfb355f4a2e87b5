/** Opens the PDF of a job and closes it when the viewer unmounts. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useState } from 'react';
import { useResultFiles } from '../result-files.ts';
import { openSource } from './open-source.ts';
import type { PageView } from './page-geometry.ts';

export type PdfState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly pdf: PDFDocumentProxy; readonly first: PageView }
  | { readonly kind: 'locked'; readonly isWrong: boolean; readonly unlock: (password: string) => void }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The reason code of pdf.js for a wrong password. */
const wrongPassword = 2;

export function usePdf(jobId: string): PdfState & { readonly retry: () => void } {
  const files = useResultFiles();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` only triggers another run
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let close = async () => {};
    const fail = (error: unknown) => {
      if (!signal.aborted) setState({ kind: 'failed', error });
    };
    const open = async () => {
      const { task, ...opened } = await openSource(files, { jobId, signal, onLost: fail });
      close = opened.close;
      if (signal.aborted) return close();
      task.onPassword = (unlock: (password: string) => void, reason: number) =>
        setState({ kind: 'locked', isWrong: reason === wrongPassword, unlock });
      const pdf = await task.promise;
      const page = await pdf.getPage(1);
      const { width, height } = page.getViewport({ scale: 1 });
      if (!signal.aborted) setState({ kind: 'open', pdf, first: { width, height, userUnit: page.userUnit } });
    };
    setState({ kind: 'opening' });
    open().catch(fail);
    return () => {
      controller.abort();
      void close();
    };
  }, [files, jobId, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}

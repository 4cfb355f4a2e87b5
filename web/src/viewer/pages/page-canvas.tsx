/** Draws one page with pdf.js and frees the canvas memory when it unmounts. */
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { canvasScale, type PageView } from './page-geometry.ts';

type PageCanvasProps = {
  readonly pdf: PDFDocumentProxy;
  /** From 1. */
  readonly page: number;
  readonly widthPx: number;
  readonly label: string;
  /** True while scrolling: the page is drawn only if it stays visible. */
  readonly isPassing: boolean;
  readonly onSize: (page: number, view: PageView) => void;
  readonly onDrawn: () => void;
};

const passingMs = 120;

export function PageCanvas(props: PageCanvasProps) {
  const { pdf, page, widthPx, label, isPassing, onSize, onDrawn } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [waitMs] = useState(isPassing ? passingMs : 0);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || widthPx === 0) return;
    let task: RenderTask | undefined;
    let proxy: PDFPageProxy | undefined;
    let isGone = false;
    const draw = async () => {
      proxy = await pdf.getPage(page);
      if (isGone) return;
      const { width, height } = proxy.getViewport({ scale: 1 });
      const view = { width, height, userUnit: proxy.userUnit };
      onSize(page, view);
      const scale = canvasScale({ width, height }, widthPx, devicePixelRatio);
      const viewport = proxy.getViewport({ scale });
      // Drawn to a buffer first, so that the old image stays visible until the new one is ready.
      const next = new OffscreenCanvas(Math.round(viewport.width), Math.round(viewport.height));
      task = proxy.render({ canvas: next as unknown as HTMLCanvasElement, viewport });
      await task.promise;
      if (isGone) return;
      element.width = next.width;
      element.height = next.height;
      element.getContext('2d')?.drawImage(next, 0, 0);
      next.width = 0;
      next.height = 0;
      element.dataset['rendered'] = 'true';
    };
    const timer = setTimeout(() => {
      // A page that cannot be drawn stays blank; its boxes are still shown.
      draw()
        .catch(() => {})
        .finally(() => isGone || onDrawn());
    }, waitMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
      task?.cancel();
      proxy?.cleanup();
    };
  }, [pdf, page, widthPx, waitMs, onSize, onDrawn]);
  useEffect(() => {
    const element = canvas.current;
    return () => {
      if (element === null) return;
      element.width = 0;
      element.height = 0;
    };
  }, []);
  return <canvas ref={canvas} role="img" aria-label={label} className="block size-full" />;
}

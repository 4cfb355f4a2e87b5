/** Finds pages without text of their own, such as scans, before a file is uploaded. */
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** A note is worth no longer wait: further pages are not looked at. */
const pagesMax = 30;
const timeMs = 3_000;

export async function pagesWithoutText(
  pdf: Pick<PDFDocumentProxy, 'numPages' | 'getPage'>,
): Promise<number[]> {
  const found: number[] = [];
  const startedAtMs = performance.now();
  for (let number = 1; number <= Math.min(pdf.numPages, pagesMax); number += 1) {
    if (performance.now() - startedAtMs > timeMs) break;
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    if (!items.some((item) => 'str' in item && item.str.trim() !== '')) found.push(number);
    page.cleanup();
  }
  return found;
}

/** Counts the pages of a file in the browser, and names those without text. Only the ranges that pdf.js requests are read, so large files stay on disk. */
import { loadPdfjs, openPdf } from './open-pdf.ts';
import { pagesWithoutText } from './pages-without-text.ts';

export type PageCount =
  /** `textless`: pages without text of their own, among the first ones. */
  | { readonly kind: 'pages'; readonly pages: number; readonly textless: readonly number[] }
  /** The password is missing or wrong. */
  | { readonly kind: 'locked' }
  /** pdf.js cannot read the file. The API may still accept it. */
  | { readonly kind: 'unknown' };

const firstBytes = 65_536;

export async function countPages(file: Blob, password: string | undefined): Promise<PageCount> {
  const { PDFDataRangeTransport } = await loadPdfjs();
  const head = new Uint8Array(await file.slice(0, firstBytes).arrayBuffer());
  class FileRanges extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      file
        .slice(begin, end)
        .arrayBuffer()
        .then(
          (bytes) => this.onDataRange(begin, new Uint8Array(bytes)),
          () => this.abort(),
        );
    }
  }
  const task = await openPdf({
    range: new FileRanges(file.size, head),
    disableAutoFetch: true,
    disableStream: true,
    ...(password === undefined ? {} : { password }),
  });
  try {
    const pdf = await task.promise;
    return { kind: 'pages', pages: pdf.numPages, textless: await pagesWithoutText(pdf).catch(() => []) };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { kind: isLocked ? 'locked' : 'unknown' };
  } finally {
    await task.destroy();
  }
}

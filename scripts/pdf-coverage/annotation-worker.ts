/** A worker thread that reads links and filled form fields with pdf.js: `{ path, pagesMax }` in, `Annotations` out. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
// biome-ignore lint/correctness/noUndeclaredDependencies: the pdf.js of the dashboard, so that there is one version.
import { getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Annotations, PdfField, PdfLink, Rectangle } from './pdf-facts.ts';

type Choice = { readonly exportValue: string; readonly displayValue: string };

/** The properties of pdf.js annotations that are used here; its types have `any` for all of them. */
type Annotation = {
  readonly subtype: string;
  readonly annotationFlags: number;
  readonly rect: readonly number[];
  readonly quadPoints?: Float32Array;
  readonly unsafeUrl?: string;
  readonly url?: string;
  readonly fieldName?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly options?: readonly Choice[];
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string;
};

const hiddenOrNoView = 0x2 | 0x20;

type Corners = readonly [number, number, number, number];

/** The corners of each line of a link, in the coordinates of the PDF. */
function cornersOf({ rect, quadPoints }: Annotation): Corners[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  if (!quadPoints || quadPoints.length === 0) return [[left, bottom, right, top]];
  return Array.from({ length: quadPoints.length / 8 }, (_, quad) => {
    const points = [...quadPoints.slice(8 * quad, 8 * quad + 8)];
    const [x, y] = [points.filter((_p, at) => at % 2 === 0), points.filter((_p, at) => at % 2 === 1)];
    return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
  });
}

function displayed(page: PDFPageProxy, [left, bottom, right, top]: Corners): Rectangle {
  const viewport = page.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top);
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

function linkOf(page: PDFPageProxy, annotation: Annotation): PdfLink {
  const rectangles = cornersOf(annotation).map((corners) => displayed(page, corners));
  return { page: page.pageNumber, rectangles, url: annotation.unsafeUrl ?? annotation.url ?? null };
}

function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one): one is string => typeof one === 'string' && /\S/.test(one));
}

function valuesOf({ fieldType, fieldValue, options = [], ...button }: Annotation): PdfField['values'] | null {
  if (button.checkBox) return fieldValue !== 'Off' && fieldValue === button.exportValue ? true : null;
  if (button.radioButton) return fieldValue && fieldValue === button.buttonValue ? true : null;
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return null;
  const texts = textsOf(fieldValue).map(
    (text) => options.find(({ exportValue }) => exportValue === text)?.displayValue ?? text,
  );
  return texts.length === 0 ? null : texts;
}

function typeOf({ fieldType, checkBox, radioButton }: Annotation): PdfField['type'] {
  if (checkBox) return 'checkbox';
  if (radioButton) return 'radio';
  return fieldType === 'Ch' ? 'choice' : 'text';
}

function fieldOf(page: PDFPageProxy, annotation: Annotation): PdfField | null {
  const values = valuesOf(annotation);
  if (values === null) return null;
  return { page: page.pageNumber, name: annotation.fieldName ?? '', type: typeOf(annotation), values };
}

async function readAnnotations(path: string, pagesMax: number): Promise<Annotations> {
  const data = new Uint8Array(await readFile(path));
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });
  const document = await task.promise;
  const found: { pages: Annotations['pages'][number][]; links: PdfLink[]; fields: PdfField[] } = {
    pages: [],
    links: [],
    fields: [],
  };
  for (let number = 1; number <= Math.min(document.numPages, pagesMax); number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    found.pages.push({ page: number, width, height });
    const annotations = (await page.getAnnotations()) as Annotation[];
    for (const annotation of annotations) {
      if ((annotation.annotationFlags & hiddenOrNoView) !== 0) continue;
      if (annotation.subtype === 'Link') found.links.push(linkOf(page, annotation));
      const field = annotation.subtype === 'Widget' ? fieldOf(page, annotation) : null;
      if (field) found.fields.push(field);
    }
  }
  await task.destroy();
  return found;
}

parentPort?.on('message', async ({ path, pagesMax }: { path: string; pagesMax: number }) => {
  try {
    parentPort?.postMessage({ annotations: await readAnnotations(path, pagesMax) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

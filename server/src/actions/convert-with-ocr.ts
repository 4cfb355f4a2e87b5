/** Converts a document with text recognition (OCR) on the pages that need it, or on all of them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pagesOf, pagesWithin } from '../domain/page-range.ts';
import type {
  ConvertOutcome,
  ConvertRequest,
  Engine,
  EngineFailure,
  EngineWarning,
  PageToRecognize,
  RecognizeOutcome,
  WarningCode,
} from '../ports/engine.ts';

export type OcrRequest = ConvertRequest & {
  /** Pages whose text may be recognized; absent: all. */
  readonly ocrPagesMax?: number;
};

export type OcrPorts = { readonly engine: Pick<Engine, 'convert' | 'recognize'> };

type Converted = Extract<ConvertOutcome, { status: 'converted' }>;

const messages = {
  ocr_applied:
    'The text of these pages was recognized in their pictures (OCR). It may contain mistakes, and the pages were straightened.',
  ocr_low_confidence: 'The recognition of these pages is uncertain; compare them with the original.',
  ocr_failed: 'The text of these pages could not be recognized; they were converted without it.',
  ocr_page_limit:
    'The text of these pages was not recognized, because the number of pages of a document that are recognized is limited; they were converted without it.',
  result_not_reproducible:
    'The recognition of a page ran out of time on a busy machine. Another conversion may recognize its text.',
} as const satisfies Partial<Record<WarningCode, string>>;

/** Below this mean of its words, about one word in ten of a page was measured to be wrong. */
const confidenceMin = 75;

/** Not caused by the document: another attempt may succeed. */
const retried: ReadonlySet<EngineFailure['class']> = new Set(['environment', 'disk', 'cancelled']);

/**
 * The first conversion says which pages have no usable text. If none is to be recognized, its result counts: documents
 * of text cost nothing more. Whatever happens to the recognition, the document is converted.
 */
export async function convertWithOcr({ engine }: OcrPorts, request: OcrRequest): Promise<ConvertOutcome> {
  const first = await engine.convert(request);
  const { ocr } = request.options;
  if (ocr === 'off' || first.status === 'failed') return first;
  const wanted = ocr === 'force' ? allPages(request) : pagesWithoutUsableText(first);
  const pages = wanted.slice(0, request.ocrPagesMax);
  const outcome = pages.length === 0 ? first : await recognizeAndConvert(engine, request, pages, first);
  const left = wanted.slice(pages.length).map(({ page }) => page);
  const isUnavailable = pages.length > 0 && outcome === first;
  if (left.length === 0 || isUnavailable || outcome.status === 'failed') return outcome;
  return withWarnings(outcome, [warning('ocr_page_limit', left)]);
}

async function recognizeAndConvert(
  engine: OcrPorts['engine'],
  request: ConvertRequest,
  pages: readonly PageToRecognize[],
  first: Converted,
): Promise<ConvertOutcome> {
  const outDir = join(request.outDir, 'ocr');
  await mkdir(outDir);
  const [targetPath, wordsPath] = [join(outDir, 'recognized.pdf'), join(outDir, 'recognized.ndjson')];
  const { sourcePath, password, options, signal, onProgress } = request;
  const languages = options.ocrLanguages;
  const recognition = { sourcePath, password, pages, languages, targetPath, wordsPath, signal, onProgress };
  const outcome = await engine.recognize(recognition);
  if (outcome.status === 'unavailable') return first;
  if (outcome.status === 'failed' && retried.has(outcome.failure.class)) {
    return { ...outcome, spent: first.spent };
  }
  const noneRead = outcome.status === 'failed' || outcome.pages.length === 0;
  const second = noneRead ? null : await engine.convert({ ...request, sourcePath: targetPath, outDir });
  if (second?.status === 'converted') {
    const repaired = first.warnings.filter(({ code }) => code === 'repaired');
    // The picture of a page that was read lies under its text, so it counts as a background.
    const others = second.warnings.filter(({ code }) => code !== 'background_ignored');
    const warnings = [...repaired, ...withoutReadPages(others, outcome)];
    const extraction = { ...second.extraction, wordsPath };
    const read = { ...second, extraction, warnings, ...withCheckOfSource(first, second) };
    return withWarnings(read, ocrWarnings(outcome));
  }
  if (second && retried.has(second.failure.class)) return second;
  const failed = warning(
    'ocr_failed',
    pages.map(({ page }) => page),
  );
  return withWarnings(first, [failed, ...(isReproducible(outcome) ? [] : [notReproducible])]);
}

/** False if time ended the recognition: another machine, or this one with less to do, may read more. */
function isReproducible(outcome: RecognizeOutcome): boolean {
  if (outcome.status === 'failed') return outcome.failure.class !== 'timeout';
  return outcome.status === 'unavailable' || outcome.isReproducible;
}

/** The first conversion checked the file as it was submitted, the second one a copy with recognized text. */
function withCheckOfSource(first: Converted, second: Converted): Pick<Converted, 'accessibility'> {
  if (!first.accessibility || !second.accessibility) return {};
  const { before, before_error } = first.accessibility;
  return { accessibility: { ...second.accessibility, before, before_error } };
}

type Recognized = Extract<RecognizeOutcome, { status: 'recognized' }>;

const pagesRead = ({ pages }: Recognized) => pages.filter(({ words }) => words > 0);

/** The engine takes the text of pages that are copies of each other for running titles, and then finds only their pictures. */
function withoutReadPages(
  warnings: readonly EngineWarning[],
  outcome: RecognizeOutcome,
): readonly EngineWarning[] {
  const isRead = new Set(outcome.status === 'recognized' ? pagesRead(outcome).map(({ page }) => page) : []);
  return warnings.flatMap((one) => {
    if (one.code !== 'page_only_image') return [one];
    const pages = one.pages.filter((page) => !isRead.has(page));
    return pages.length === 0 ? [] : [{ ...one, pages, count: pages.length }];
  });
}

/** What was said before is not said again. */
function withWarnings(outcome: Converted, warnings: readonly EngineWarning[]): Converted {
  const codes = new Set(outcome.warnings.map(({ code }) => code));
  return { ...outcome, warnings: [...outcome.warnings, ...warnings.filter(({ code }) => !codes.has(code))] };
}

function ocrWarnings(outcome: RecognizeOutcome): EngineWarning[] {
  if (outcome.status !== 'recognized') return [];
  const read = pagesRead(outcome);
  const uncertain = read.filter(({ confidence }) => confidence < confidenceMin);
  const lists: [keyof typeof messages, readonly number[]][] = [
    ['ocr_applied', read.map(({ page }) => page)],
    ['ocr_low_confidence', uncertain.map(({ page }) => page)],
    ['ocr_failed', outcome.failedPages],
  ];
  const named = lists.filter(([, pages]) => pages.length > 0).map(([code, pages]) => warning(code, pages));
  return outcome.isReproducible ? named : [...named, notReproducible];
}

function warning(code: keyof typeof messages, pages: readonly number[]): EngineWarning {
  return { code, message: messages[code], pages, count: pages.length };
}

const notReproducible: EngineWarning = { ...warning('result_not_reproducible', []), count: 1 };

/** A scan with a stamp has many more letters than the stamp, which has at most 100; a photograph with a caption has not. */
const scanLettersMin = 200;

/**
 * Pages with images and no or little text, and those whose text is mostly characters without a meaning. A page can be
 * both, such as one with garbled text outside of its edges, and is read once: without the garbled text.
 */
function pagesWithoutUsableText({ warnings, sparsePages = [] }: Converted): PageToRecognize[] {
  const named = (code: WarningCode) => warnings.find((one) => one.code === code)?.pages ?? [];
  const wanted: readonly PageToRecognize[] = [
    ...sparsePages.map((page) => ({ page, replace: true, lettersMin: scanLettersMin })),
    ...named('page_only_image').map((page) => ({ page, replace: false })),
    ...named('page_text_garbled').map((page) => ({ page, replace: true })),
  ];
  const byPage = new Map(wanted.map((one) => [one.page, one]));
  return [...byPage.values()].toSorted((a, b) => a.page - b.page);
}

function allPages({ options, pageCount }: ConvertRequest): PageToRecognize[] {
  const chosen = options.pages === null ? null : pagesWithin(options.pages, pageCount);
  const range = chosen?.ok ? chosen.range : [{ from: 1, to: pageCount }];
  return pagesOf(range).map((page) => ({ page, replace: true }));
}

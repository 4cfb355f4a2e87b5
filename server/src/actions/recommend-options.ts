/** Recommends options from the findings of an inspection, each with its reason. */
import type { ParserOptions } from '../domain/options.ts';
import { formatPageRange, type PageRange, rangeOf } from '../domain/page-range.ts';
import type { DocumentFindings } from '../ports/engine.ts';

export type Reason = {
  /** `null` where no option helps. */
  readonly option: keyof ParserOptions | null;
  readonly value: unknown;
  readonly why: string;
};

export type Inspected = {
  readonly options: ParserOptions;
  readonly encrypted: boolean;
  readonly tagged: boolean;
  readonly repaired: boolean;
  /** Those chosen by the option `pages`, else all. */
  readonly range: PageRange;
  readonly pages: number;
  readonly pagesRemaining: number;
  /** Pages of a document whose text is recognized. */
  readonly ocrPagesMax: number;
  readonly findings: DocumentFindings;
};

export type Advice = {
  /** To be sent in addition to, or instead of, the caller's options. */
  readonly options: Partial<ParserOptions>;
  readonly reasons: readonly Reason[];
};

/** Messages name at most this many page ranges; the lists next to them are complete. */
const spansNamedMax = 8;

function pageNames(pages: readonly number[]): string {
  const spans = rangeOf(pages);
  const shown = formatPageRange(spans.slice(0, spansNamedMax)).replaceAll(',', ', ');
  const more = spans.length > spansNamedMax ? ' and more' : '';
  return pages.length === 1 ? `Page ${shown}` : `Pages ${shown}${more}`;
}

const areScans = (pages: readonly number[]) => (pages.length === 1 ? 'is a scan' : 'are scans');

function structure({ tagged, options }: Inspected): Reason[] {
  if (!tagged || options.useStructTree) return [];
  const why =
    'The document is tagged: its author has marked headings, paragraphs and tables. Marks that agree with the page are used in any case. With use_struct_tree all of them are followed, but text that is hidden, tiny or off the page is then not looked for. Set it only for documents you trust.';
  // Without a value, because a program that applies recommendations must not disable these filters.
  return [{ option: 'useStructTree', value: null, why }];
}

function damage({ repaired }: Inspected): Reason[] {
  if (!repaired) return [];
  const why =
    'The file is damaged. It is repaired before the conversion; compare the result with the original, because content may be missing.';
  return [{ option: null, value: null, why }];
}

function ocrLimit({ findings, options, pages, ocrPagesMax }: Inspected): Reason[] {
  if (options.ocr === 'off') return [];
  const unusable = new Set([...findings.scannedPages, ...findings.garbledPages]);
  const count = options.ocr === 'force' ? pages : unusable.size;
  if (count <= ocrPagesMax) return [];
  const why = `The text of ${count} pages would be recognized (OCR), but at most ${ocrPagesMax} pages of a document are. The others are converted without it; choose them with pages in a job of their own.`;
  return [{ option: null, value: null, why }];
}

function scans({ findings, options }: Inspected): Reason[] {
  const { scannedPages: scanned, textLayerPages: layered } = findings;
  const reasons: Reason[] = [];
  if (scanned.length > 0) {
    const what = `${pageNames(scanned)} ${areScans(scanned)} without text.`;
    reasons.push(
      options.ocr === 'off'
        ? {
            option: 'ocr',
            value: 'auto',
            why: `${what} With ocr off, markdown, json, html and text will not contain it; auto recognizes it.`,
          }
        : {
            option: null,
            value: null,
            why: `${what} It is recognized (OCR) in the languages of ocr_languages: ${options.ocrLanguages.join(', ')}. Recognized text may contain mistakes.`,
          },
    );
  }
  if (layered.length > 0) {
    const why = `${pageNames(layered)} ${areScans(layered)} with an invisible layer of recognised text. The text comes from that layer, with any mistakes it has.`;
    reasons.push({ option: null, value: null, why });
  }
  return reasons;
}

function garbled({ findings, options }: Inspected): Reason[] {
  const { garbledPages, unmappedFonts } = findings;
  if (garbledPages.length === 0) return [];
  if (options.ocr !== 'off') {
    const why = `${pageNames(garbledPages)} ${garbledPages.length === 1 ? 'has' : 'have'} text whose fonts do not say which characters the shapes stand for. It is recognized from the picture of the page (OCR) instead, and may contain mistakes.`;
    return [{ option: null, value: null, why }];
  }
  const fonts = unmappedFonts === 1 ? 'a font that does' : `${unmappedFonts} fonts that do`;
  const what = `${pageNames(garbledPages)} will have gaps: much of the text is set in ${fonts} not say which characters the shapes stand for. Check these pages against the original.`;
  const mark = '\u{FFFD}';
  return options.replaceInvalidChars === mark
    ? [{ option: null, value: null, why: what }]
    : [
        {
          option: 'replaceInvalidChars',
          value: mark,
          why: `${what} With replace_invalid_chars each gap is marked and can be found.`,
        },
      ];
}

function encryption({ encrypted }: Inspected): Reason[] {
  if (!encrypted) return [];
  const why =
    'The document is encrypted, so the format tagged-pdf cannot be produced; all others can. Remove the encryption first if a tagged PDF is needed.';
  return [{ option: 'format', value: null, why }];
}

/** The first `count` pages of a range. */
function firstPages(range: PageRange, count: number): PageRange {
  const kept: { from: number; to: number }[] = [];
  let left = count;
  for (const { from, to } of range) {
    if (left <= 0) break;
    kept.push({ from, to: Math.min(to, from + left - 1) });
    left -= to - from + 1;
  }
  return kept;
}

function allowance({ pages, pagesRemaining, range }: Inspected): Reason[] {
  if (pages <= pagesRemaining) return [];
  const what = `The job would cost ${pages} pages, and ${pagesRemaining} remain this month (UTC).`;
  if (pagesRemaining === 0) {
    return [{ option: null, value: null, why: `${what} Wait for the next month or move to a larger plan.` }];
  }
  const value = formatPageRange(firstPages(range, pagesRemaining));
  return [{ option: 'pages', value, why: `${what} These still fit.` }];
}

function incomplete({ findings, pages }: Inspected): Reason[] {
  const { pagesInspected } = findings;
  if (pagesInspected >= pages) return [];
  const why = `${pagesInspected} of ${pages} pages could be inspected within the time limit; the other pages were not inspected.`;
  return [{ option: null, value: null, why }];
}

export function recommendOptions(inspected: Inspected): Advice {
  const reasons = [damage, structure, scans, ocrLimit, garbled, encryption, allowance, incomplete].flatMap(
    (rule) => rule(inspected),
  );
  const settings = reasons.filter(({ option, value }) => option !== null && value !== null);
  return {
    options: Object.fromEntries(settings.map(({ option, value }) => [option, value])),
    reasons,
  };
}

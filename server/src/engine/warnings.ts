/**
 * Converts the engine's log and page signals into warnings of a closed list. Log text may quote the document, so it
 * is not passed on.
 */
import type { DroppedContent } from '../domain/dropped.ts';
import type { EngineWarning, WarningCode } from '../ports/engine.ts';
import type { HostLog, HostReply } from './host-message.ts';

/** Those that come from the host; the document writer has its own. */
const messages = {
  page_without_content: 'Nothing was found on these pages.',
  page_only_image: 'These pages hold only images; no text was extracted from them.',
  page_text_garbled: 'Much of the text on these pages could not be mapped to characters.',
  font_unreadable: 'Some fonts could not be read; their text may be missing or wrong.',
  image_not_extracted: 'Some images could not be extracted.',
  structure_tree_missing: 'The document has no structure tree; use_struct_tree had no effect.',
  content_skipped: 'Content that is not visible on the page was left out.',
  background_ignored:
    'Drawings that cover most of these pages were taken for a background and left out. They hold no text and no image.',
  hidden_text_not_checked:
    'The pages named here, or all if none is named, were not checked for hidden text; it may be in the result.',
  result_not_reproducible:
    'A step of the conversion ran out of time on a busy machine. Another conversion may have another result.',
  engine_notice: 'The engine noticed irregularities in the document.',
  repaired:
    'The file is damaged. It was repaired before the conversion; compare the result with the original, because content may be missing.',
  page_simplified:
    'The engine failed on these pages. They have only lines of text, without tables, headings and images, and were not checked for hidden text.',
} as const satisfies Partial<Record<WarningCode, string>>;

type HostWarningCode = keyof typeof messages;

const rules: readonly { readonly pattern: RegExp; readonly code: HostWarningCode }[] = [
  { pattern: /replacement characters \(U\+FFFD\)/, code: 'page_text_garbled' },
  { pattern: /no structure tree/, code: 'structure_tree_missing' },
  { pattern: /font|cmap|glyph|unicode|cff|truetype|type ?1/i, code: 'font_unreadable' },
  { pattern: /image/i, code: 'image_not_extracted' },
  { pattern: /hidden-text filtering will be skipped/i, code: 'hidden_text_not_checked' },
];

/** Reported otherwise: text without height is among the dropped content, under the filter `tiny`. */
const reportedOtherwise = /^Text with zero height on page \S+ has been filtered out$/;
/** Says nothing of the result: the levels of lists are decided later. */
const ofNoEffect = /^List without detected level$/;
const background = /^Detected background on page (\d{1,7})$/;

/** Log lines that mean that an output is missing or incomplete, even if the engine reports success. */
const unwritten =
  /unable to create .* output|unable to write (image|picture)|unable to encode image|image extraction will be skipped|failed to convert image|unable to convert image/i;

export function unwrittenOutputs(logs: readonly HostLog[]): readonly HostLog[] {
  return logs.filter((line) => unwritten.test(line.text));
}

function countLines(logs: readonly HostLog[]): Map<HostWarningCode, number> {
  const counts = new Map<HostWarningCode, number>();
  for (const { text, count } of logs) {
    if (reportedOtherwise.test(text) || ofNoEffect.test(text) || background.test(text)) continue;
    const code = rules.find((rule) => rule.pattern.test(text))?.code ?? 'engine_notice';
    counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return counts;
}

function backgroundPages({ logs = [], pages = 0 }: HostReply): readonly number[] {
  const named = logs.map(({ text }) => Number(background.exec(text)?.[1] ?? 0));
  return [...new Set(named)].filter((page) => page >= 1 && page <= pages).toSorted((a, b) => a - b);
}

/** Agrees with the list of dropped content: the same number, the pages of all entries, and the filters that dropped them. */
function skippedContent(pages: readonly number[], dropped: DroppedContent): EngineWarning[] {
  if (dropped.count === 0) return [];
  const reasons = [...new Set(dropped.items.map(({ reason }) => reason))].toSorted().join(', ');
  const message = `${messages.content_skipped} Filters: ${reasons}. GET /jobs/{id}/dropped lists every place.`;
  return [{ code: 'content_skipped', message, pages, count: dropped.count }];
}

export function collectWarnings(
  reply: HostReply,
  dropped: DroppedContent,
  { repaired = false } = {},
): EngineWarning[] {
  const counts = countLines(reply.logs ?? []);
  if (reply.images_missing) {
    counts.set('image_not_extracted', reply.images_missing);
  }
  // Page numbers are more useful than a count of log lines.
  counts.delete('page_text_garbled');
  if (reply.unseen_pages?.length) {
    counts.delete('hidden_text_not_checked');
  }
  const paged: [HostWarningCode, readonly number[]][] = [
    ['page_without_content', reply.empty_pages ?? []],
    ['page_only_image', reply.image_only_pages ?? []],
    ['page_text_garbled', reply.garbled_pages ?? []],
    ['background_ignored', backgroundPages(reply)],
    ['hidden_text_not_checked', reply.unseen_pages ?? []],
  ];
  return [
    ...(repaired ? [warning('repaired', [], 1)] : []),
    ...skippedContent(reply.dropped_pages ?? [], dropped),
    ...paged
      .filter(([, pages]) => pages.length > 0)
      .map(([code, pages]) => warning(code, pages, pages.length)),
    ...(reply.not_reproducible ? [warning('result_not_reproducible', [], 1)] : []),
    ...[...counts].map(([code, count]) => warning(code, [], count)),
  ];
}

/** Said of the document, so as often as there are ranges. */
const saidOnce: ReadonlySet<WarningCode> = new Set(['repaired', 'result_not_reproducible']);

/** The warnings of a document from those of its ranges, whose order is that of the pages. */
export function mergeWarnings(
  ranges: readonly (readonly EngineWarning[])[],
  dropped: DroppedContent,
): EngineWarning[] {
  const merged = new Map<WarningCode, EngineWarning>();
  for (const one of ranges.flat()) {
    const before = merged.get(one.code);
    const count = saidOnce.has(one.code) ? 1 : (before?.count ?? 0) + one.count;
    merged.set(one.code, { ...one, pages: [...(before?.pages ?? []), ...one.pages], count });
  }
  const skipped = merged.get('content_skipped');
  if (skipped) merged.set('content_skipped', { ...skipped, ...skippedContent(skipped.pages, dropped)[0] });
  return [...merged.values()];
}

export const simplifiedPage = (page: number) => warning('page_simplified', [page], 1);

/** Lists and tables of the engine depend on the pages that it reads together. */
export const dividedByChance: EngineWarning = {
  ...warning('result_not_reproducible', [], 1),
  message:
    'The engine failed on pages that it could convert in smaller groups. Another conversion may have another result.',
};

function warning(code: HostWarningCode, pages: readonly number[], count: number): EngineWarning {
  return { code, message: messages[code], pages, count };
}

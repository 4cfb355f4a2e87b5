/**
 * Converts the engine's log and page signals into warnings of a closed list. Log text may quote the document, so it
 * is not passed on.
 */
import type { EngineWarning, WarningCode } from '../ports/engine.ts';
import type { HostLog, HostReply } from './host-message.ts';

const messages: Readonly<Record<WarningCode, string>> = {
  page_without_content: 'Nothing was found on these pages.',
  page_only_image: 'These pages hold only images; text in them is not extracted.',
  page_text_garbled: 'Much of the text on these pages could not be mapped to characters.',
  font_unreadable: 'Some fonts could not be read; their text may be missing or wrong.',
  image_not_extracted: 'Some images could not be extracted.',
  structure_tree_missing: 'The document has no structure tree; use_struct_tree had no effect.',
  content_skipped: 'Some content was left out because it is not visible on the page.',
  hidden_text_not_checked: 'These pages were not checked for hidden text; it may be in the result.',
  engine_notice: 'The engine noticed irregularities in the document.',
};

const rules: readonly { readonly pattern: RegExp; readonly code: WarningCode }[] = [
  { pattern: /replacement characters \(U\+FFFD\)/, code: 'page_text_garbled' },
  { pattern: /no structure tree/, code: 'structure_tree_missing' },
  { pattern: /font|cmap|glyph|unicode|cff|truetype|type ?1/i, code: 'font_unreadable' },
  { pattern: /image/i, code: 'image_not_extracted' },
  { pattern: /filtered out|background|hidden-text/i, code: 'content_skipped' },
];

/** Log lines that mean that an output is missing or incomplete, even if the engine reports success. */
const unwritten =
  /unable to create .* output|unable to write (image|picture)|unable to encode image|image extraction will be skipped|failed to convert image|unable to convert image/i;

export function unwrittenOutputs(logs: readonly HostLog[]): readonly HostLog[] {
  return logs.filter((line) => unwritten.test(line.text));
}

export function collectWarnings(reply: HostReply): EngineWarning[] {
  const counts = new Map<WarningCode, number>();
  for (const line of reply.logs ?? []) {
    const code = rules.find((rule) => rule.pattern.test(line.text))?.code ?? 'engine_notice';
    counts.set(code, (counts.get(code) ?? 0) + line.count);
  }
  if (reply.images_missing) {
    counts.set('image_not_extracted', reply.images_missing);
  }
  // Page numbers are more useful than a count of log lines.
  counts.delete('page_text_garbled');
  if (reply.dropped_pages?.length) {
    counts.delete('content_skipped');
  }
  const paged: [WarningCode, readonly number[]][] = [
    ['page_without_content', reply.empty_pages ?? []],
    ['page_only_image', reply.image_only_pages ?? []],
    ['page_text_garbled', reply.garbled_pages ?? []],
    ['content_skipped', reply.dropped_pages ?? []],
    ['hidden_text_not_checked', reply.unseen_pages ?? []],
  ];
  return [
    ...paged
      .filter(([, pages]) => pages.length > 0)
      .map(([code, pages]) => warning(code, pages, pages.length)),
    ...[...counts].map(([code, count]) => warning(code, [], count)),
  ];
}

function warning(code: WarningCode, pages: readonly number[], count: number): EngineWarning {
  return { code, message: messages[code], pages, count };
}

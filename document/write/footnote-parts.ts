/** The text of a footnote apart from its mark. */
import type { Footnote, Text } from '../model/blocks.ts';

/** The footnote without the mark at its beginning, for formats that have marks of their own. */
export function withoutOwnMark(footnote: Footnote): Text {
  const { content, direction, note, spans, lines } = footnote;
  const mark = note === undefined ? undefined : spans.find((span) => span.note === note);
  if (mark === undefined || mark.start > 0) return footnote;
  const from = content.length - content.slice(mark.end).trimStart().length;
  const moved = <T extends { readonly start: number; readonly end: number }>(part: T): T => ({
    ...part,
    start: Math.max(0, part.start - from),
    end: part.end - from,
  });
  return {
    content: content.slice(from),
    ...(direction && { direction }),
    spans: spans.map(moved).filter(({ end }) => end > 0),
    lines: lines.map(moved).filter(({ end }) => end > 0),
  };
}

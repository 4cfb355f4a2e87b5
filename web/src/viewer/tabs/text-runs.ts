/** Cuts a text at its spans and recognized words into runs with the same style, for display. */
import type { Link, Span, Word } from '@octavo/sdk';

export const textStyles = ['bold', 'italic', 'strike', 'code', 'sup', 'sub'] as const;
export type TextStyle = (typeof textStyles)[number];

export type TextRun = {
  readonly text: string;
  readonly styles: readonly TextStyle[];
  /** Of recognized words. */
  readonly confidence?: number;
};

/** Neighbouring runs with the same link, or without one. */
export type LinkedRuns = { readonly link: Link | undefined; readonly runs: readonly TextRun[] };

/** Only these are opened; every other scheme is shown as text. */
export function isSafeUrl(url: string): boolean {
  return /^(https?|mailto|tel):/i.test(url);
}

type Range = { readonly start: number; readonly end: number };

function boundaries(length: number, spans: readonly Range[]): number[] {
  const inside = spans.flatMap(({ start, end }) => [start, end]).filter((at) => at > 0 && at < length);
  return [...new Set([0, ...inside, length])].sort((a, b) => a - b);
}

/** Of the word at a place; places must ascend. */
function confidences(words: readonly Word[]): (at: number) => Pick<TextRun, 'confidence'> {
  let next = 0;
  return (at) => {
    while ((words[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const word = words[next];
    return word !== undefined && word.start <= at ? { confidence: word.confidence } : {};
  };
}

export function linkedRuns(
  content: string,
  spans: readonly Span[],
  words: readonly Word[] = [],
): LinkedRuns[] {
  const waiting = [...spans].sort((a, b) => a.start - b.start);
  let active: Span[] = [];
  const groups: { link: Link | undefined; runs: TextRun[] }[] = [];
  const cuts = boundaries(content.length, [...spans, ...words]);
  const confidenceAt = confidences(words);
  for (const [index, start] of cuts.slice(0, -1).entries()) {
    active = active.filter(({ end }) => end > start);
    while (waiting[0] !== undefined && waiting[0].start <= start) {
      const span = waiting.shift();
      if (span !== undefined && span.end > start) active.push(span);
    }
    const link = active.findLast((span) => span.link !== undefined)?.link;
    const styles = textStyles.filter((style) => active.some((span) => span[style] === true));
    const run = { text: content.slice(start, cuts[index + 1]), styles, ...confidenceAt(start) };
    const last = groups.at(-1);
    if (last !== undefined && last.link === link) last.runs.push(run);
    else groups.push({ link, runs: [run] });
  }
  return groups;
}

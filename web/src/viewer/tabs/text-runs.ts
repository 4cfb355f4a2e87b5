/** Cuts a text at its spans into runs with the same style, for display. */
import type { Link, Span } from '@octavo/sdk';

export const textStyles = ['bold', 'italic', 'strike', 'code', 'sup', 'sub'] as const;
export type TextStyle = (typeof textStyles)[number];

export type TextRun = { readonly text: string; readonly styles: readonly TextStyle[] };

/** Neighbouring runs with the same link, or without one. */
export type LinkedRuns = { readonly link: Link | undefined; readonly runs: readonly TextRun[] };

/** Only these are opened; every other scheme is shown as text. */
export function isSafeUrl(url: string): boolean {
  return /^(https?|mailto|tel):/i.test(url);
}

function boundaries(length: number, spans: readonly Span[]): number[] {
  const inside = spans.flatMap(({ start, end }) => [start, end]).filter((at) => at > 0 && at < length);
  return [...new Set([0, ...inside, length])].sort((a, b) => a - b);
}

export function linkedRuns(content: string, spans: readonly Span[]): LinkedRuns[] {
  const waiting = [...spans].sort((a, b) => a.start - b.start);
  let active: Span[] = [];
  const groups: { link: Link | undefined; runs: TextRun[] }[] = [];
  const cuts = boundaries(content.length, spans);
  for (const [index, start] of cuts.slice(0, -1).entries()) {
    active = active.filter(({ end }) => end > start);
    while (waiting[0] !== undefined && waiting[0].start <= start) {
      const span = waiting.shift();
      if (span !== undefined && span.end > start) active.push(span);
    }
    const link = active.findLast((span) => span.link !== undefined)?.link;
    const styles = textStyles.filter((style) => active.some((span) => span[style] === true));
    const run = { text: content.slice(start, cuts[index + 1]), styles };
    const last = groups.at(-1);
    if (last !== undefined && last.link === link) last.runs.push(run);
    else groups.push({ link, runs: [run] });
  }
  return groups;
}

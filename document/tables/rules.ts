/** Ruling lines of a page, put together from the pieces that they are drawn in. */
import type { Rule } from '../model/extraction.ts';

/** A straight line: at `at` across its direction, between `from` and `to` along it. */
export type RuleLine = { readonly at: number; readonly from: number; readonly to: number };
export type PageRules = { readonly horizontal: readonly RuleLine[]; readonly vertical: readonly RuleLine[] };

/** Points between pieces of one line, across and along it. */
const [acrossMax, alongMax] = [1.5, 3];
const piecesMax = 20_000;

function joinPieces(pieces: readonly RuleLine[]): readonly RuleLine[] {
  const sorted = [...pieces].sort((one, other) => one.at - other.at || one.from - other.from);
  const groups: RuleLine[][] = [];
  for (const piece of sorted) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && piece.at - first.at <= acrossMax) group.push(piece);
    else groups.push([piece]);
  }
  return groups.flatMap((group) => {
    const lines: RuleLine[] = [];
    for (const piece of group.sort((one, other) => one.from - other.from)) {
      const last = lines.at(-1);
      if (last && piece.from <= last.to + alongMax)
        lines[lines.length - 1] = { ...last, to: Math.max(last.to, piece.to) };
      else lines.push(piece);
    }
    return lines;
  });
}

export function pageRules(rules: readonly Rule[]): PageRules {
  const [horizontal, vertical]: [RuleLine[], RuleLine[]] = [[], []];
  for (const { box } of rules.slice(0, piecesMax)) {
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    if (width >= height) horizontal.push({ at: (box[1] + box[3]) / 2, from: box[0], to: box[2] });
    else vertical.push({ at: (box[0] + box[2]) / 2, from: box[1], to: box[3] });
  }
  return { horizontal: joinPieces(horizontal), vertical: joinPieces(vertical) };
}

/** The lengths of horizontal lines between two heights that lie between two edges. */
export function ruledBetween(
  { horizontal }: PageRules,
  [left, right]: readonly [number, number],
  [bottom, top]: readonly [number, number],
): number {
  let length = 0;
  for (const line of horizontal)
    if (line.at >= bottom && line.at <= top)
      length = Math.max(length, Math.min(right, line.to) - Math.max(left, line.from));
  return length;
}

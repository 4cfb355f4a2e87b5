/** Anchors: references to a range of the text of one parse, which other parses refuse. */

export type Anchor = {
  readonly job: string;
  /** The first 12 hexadecimal digits of the parse's SHA-256. */
  readonly parse: string;
  readonly ref: string;
  readonly start: number;
  readonly end: number;
};

export const parseDigits = 12;

const pattern =
  /^octavo:([0-9a-f-]{36})@([0-9a-f]{12})#(\/kids\/(?:0|[1-9]\d{0,9})):(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})$/;

export const formatAnchor = ({ job, parse, ref, start, end }: Anchor): string =>
  `octavo:${job}@${parse.slice(0, parseDigits)}#${ref}:${start}-${end}`;

/** Null if it is not an anchor. */
export function parseAnchor(text: string): Anchor | null {
  const [, job, parse, ref, start, end] = pattern.exec(text) ?? [];
  if (!job || !parse || !ref || Number(start) >= Number(end)) return null;
  return { job, parse, ref, start: Number(start), end: Number(end) };
}

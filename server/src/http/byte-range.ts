/** Evaluates `Range`, `If-Range` and `If-None-Match` (RFC 9110). */
import type { IncomingHttpHeaders } from 'node:http';
import parseRange from 'range-parser';

export type WantedPart =
  | { readonly kind: 'whole' }
  | { readonly kind: 'range'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'unchanged' };

/** Weak comparison, as RFC 9110 requires: a proxy that compresses turns `"x"` into `W/"x"`. */
function namesVersion(ifNoneMatch: string, etag: string): boolean {
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}

/** Multiple ranges, other units, and ranges of an outdated version are answered with the whole file. */
export function wantedPart(headers: IncomingHttpHeaders, file: { bytes: number; etag: string }): WantedPart {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, file.etag)) return { kind: 'unchanged' };
  if (range === undefined || (ifRange !== undefined && ifRange !== file.etag)) return { kind: 'whole' };
  const parsed = parseRange(file.bytes, range);
  if (parsed === -1) return { kind: 'unsatisfiable' };
  const [only, ...others] = parsed === -2 || parsed.type !== 'bytes' ? [] : parsed;
  return only && others.length === 0 ? { kind: 'range', ...only } : { kind: 'whole' };
}

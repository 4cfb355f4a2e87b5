/** Who may read the metrics: requests with one of the tokens, or every request where the operator opened them. */
import { timingSafeEqual } from 'node:crypto';

export type MetricsAccess = {
  readonly tokens: readonly string[];
  /** Without tokens: open to everybody who reaches the port. An address proves nothing behind a proxy. */
  readonly isOpen: boolean;
};

function bears(given: Buffer, token: string): boolean {
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export function mayReadMetrics(
  { tokens, isOpen }: MetricsAccess,
  authorization: string | undefined,
): boolean {
  if (tokens.length === 0) return isOpen;
  const given = Buffer.from(authorization ?? '');
  return tokens.filter((token) => bears(given, token)).length > 0;
}

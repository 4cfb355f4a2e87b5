/** Access to the metrics: requests with one of the tokens, or all requests where the operator allows it. */
import { timingSafeEqual } from 'node:crypto';

export type MetricsAccess = {
  readonly tokens: readonly string[];
  /** Applies without tokens: anyone who reaches the port may read. An address proves nothing behind a proxy. */
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

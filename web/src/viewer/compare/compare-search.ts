/** The state of a comparison in the URL: the change the reader is at, and what is compared. */
export type CompareSearch = {
  /** From 1. */
  readonly change?: number;
  readonly scope?: 'structure';
};

export function readCompareSearch(search: Readonly<Record<string, unknown>>): CompareSearch {
  const change = Number(search['change']);
  return {
    ...(Number.isInteger(change) && change > 0 ? { change } : {}),
    ...(search['scope'] === 'structure' ? { scope: 'structure' } : {}),
  };
}

/** Writes page numbers in little space: `1-3, 7` for 1, 2, 3, 7. */
export function pageRanges(pages: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const page of pages) {
    const last = spans.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else spans.push([page, page]);
  }
  return spans.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

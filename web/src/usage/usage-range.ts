/** The months to choose from: first and last day in UTC, newest first. */
export type Month = { readonly from: string; readonly to: string };

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export function monthsBack(nowMs: number, count: number): readonly Month[] {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, index) => {
    const year = now.getUTCFullYear();
    const month = now.getUTCMonth() - index;
    return { from: day(Date.UTC(year, month, 1)), to: day(Date.UTC(year, month + 1, 0)) };
  });
}

export function monthName({ from }: Month, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(from),
  );
}

/** The retention periods to choose from, with the one that is set, which may come from the API. */
const usual = [1, 7, 30, 90, 365];

export function offeredDays(set: number | null): readonly number[] {
  return [...new Set(set === null ? usual : [...usual, set])].sort((a, b) => a - b);
}

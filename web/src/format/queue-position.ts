/** Formats a queue position. The API counts up to 1,001, which means "more than 1,000". */
const countedMax = 1_000;

export function formatQueuePosition(place: number, language: string): string {
  const { format } = new Intl.NumberFormat(language);
  return place > countedMax ? `${format(countedMax)}+` : format(place);
}

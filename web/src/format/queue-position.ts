/** A place in the queue. The service stops counting at 1,001, which stands for everybody farther back. */
const countedMax = 1_000;

export function formatQueuePosition(place: number, language: string): string {
  const { format } = new Intl.NumberFormat(language);
  return place > countedMax ? `${format(countedMax)}+` : format(place);
}

/** Tells dates from other texts. */

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const months = new Set(
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at) =>
        format
          .format(Date.UTC(2001, at, 1))
          .toLowerCase()
          .replace('.', ''),
      );
    }),
  ),
);

/** A day may stand on either side of the month, or not at all. */
const written =
  /^(?:\d{1,2}(?:\.|er|st|nd|rd|th|\s+de)?\s+)?(?<month>\p{L}{3,12})\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?,)?(?:\s+de)?\s+(?:19|20)\d\d$/iu;

const numeric = /^(?:(?:19|20)\d\d([-/.])[01]?\d\1[0-3]?\d|[0-3]?\d([-/.])[0-3]?\d\2(?:19|20)\d\d)$/;

/** `January 4, 2023`, `4. Januar 2023`, `enero de 2023`, `2023-01-04`, `4.1.2023`. */
export function isDate(text: string): boolean {
  if (numeric.test(text)) return true;
  const month = written.exec(text)?.groups?.['month'];
  return month !== undefined && months.has(month.toLowerCase());
}

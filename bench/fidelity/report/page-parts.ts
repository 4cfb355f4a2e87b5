/** Which format of a parser stands for it. */
import type { ParserScore, SetScore } from '../measure.ts';

/** Html has spans of cells and is read without guessing; json only where it is all there is. */
const preference = ['html', 'json', 'markdown', 'text'];

export function shownFormat(
  { formats }: ParserScore,
  set: string,
): (SetScore & { format: string }) | undefined {
  const measured = formats.flatMap(({ format, sets }) => {
    const score = sets.find((one) => one.set === set);
    return score === undefined || Object.keys(score.figures).length === 0 ? [] : [{ ...score, format }];
  });
  const rank = (format: string) => preference.indexOf(format);
  return measured.toSorted((a, b) => rank(a.format) - rank(b.format))[0];
}

/** All formats in which the set was measured. */
export const formatsOf = (
  { formats }: ParserScore,
  set: string,
): readonly (SetScore & { format: string })[] =>
  formats.flatMap(({ format, sets }) =>
    sets
      .filter((one) => one.set === set && Object.keys(one.figures).length > 0)
      .map((one) => ({ ...one, format })),
  );

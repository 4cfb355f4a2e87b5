/** Which Arabic letters join the letter after them, by the form they are printed in: a word does not end there. */

/** Blocks of letters with four forms each: isolated, final, initial, medial. */
const blocks = [
  [0xfb52, 0xfb81],
  [0xfb8e, 0xfb9d],
  [0xfba0, 0xfba3],
  [0xfba6, 0xfbad],
  [0xfbd3, 0xfbd6],
  [0xfbfc, 0xfbff],
  [0xfe89, 0xfe8c],
  [0xfe8f, 0xfe92],
  [0xfe95, 0xfea8],
  [0xfeb1, 0xfeec],
  [0xfef1, 0xfef4],
] as const;

const stretching = '\u0640';

function joiningForms(): ReadonlySet<string> {
  const forms = new Set([stretching]);
  for (const [first, last] of blocks) {
    for (let isolated = first; isolated < last; isolated += 4)
      forms.add(String.fromCharCode(isolated + 2)).add(String.fromCharCode(isolated + 3));
  }
  return forms;
}

const forms = joiningForms();

/** Letters that are not written as forms say nothing of it. */
export const joinsNext = (letter: string): boolean => forms.has(letter);

/** The shape of the catalogue: what the contract says, sentence by sentence, and how each is shown. */

/** Either a text, which then needs a test of the suite, or a text that cannot be seen from outside and where it is shown instead. */
export type Sentence = string | { readonly text: string; readonly shownBy: string };

export type Section = {
  readonly title: string;
  readonly sentences: Readonly<Record<string, Sentence>>;
};

export const textOf = (sentence: Sentence) => (typeof sentence === 'string' ? sentence : sentence.text);

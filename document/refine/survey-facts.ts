/** What the passes must know of the whole document before they see its first page. */
export type SurveyFacts = {
  /** Font size of most letters. */
  readonly bodySize: number;
  /** Whether most letters are bold, italic or of a monospaced font: then that is not emphasis. */
  readonly bodyBold: boolean;
  readonly bodyItalic: boolean;
  readonly bodyMono: boolean;
  readonly direction: 'ltr' | 'rtl';
  /** Words of the text, lower-case, without those at line ends that may be cut. */
  readonly hasWord: (word: string) => boolean;
  /** Texts that are repeated in the margins of the pages. */
  readonly isRunningText: (key: string) => boolean;
  readonly headingLevel: (style: string, engineLevel: number) => number;
};

export const noFacts: SurveyFacts = {
  bodySize: 10,
  bodyBold: false,
  bodyItalic: false,
  bodyMono: false,
  direction: 'ltr',
  hasWord: () => false,
  isRunningText: () => false,
  headingLevel: (_style, engineLevel) => engineLevel,
};

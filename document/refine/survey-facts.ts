/** What the passes must know of the whole document before they see its first page. */
import type { HeadingLevel } from '../model/blocks.ts';
import type { HeadingStyle } from './headings.ts';

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
  readonly headingLevel: (style: HeadingStyle, engineLevel: number) => HeadingLevel;
};

export const noFacts: SurveyFacts = {
  bodySize: 10,
  bodyBold: false,
  bodyItalic: false,
  bodyMono: false,
  direction: 'ltr',
  hasWord: () => false,
  isRunningText: () => false,
  headingLevel: () => 1,
};

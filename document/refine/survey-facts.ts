/** What the passes must know of the whole document before they see its first page. */
import type { HeadingLevel } from '../model/blocks.ts';
import type { LineDraft, TextDraft } from '../read/draft.ts';
import type { Direction } from './bidi.ts';

export type SurveyFacts = {
  /** Font size of most letters. */
  readonly bodySize: number;
  /** Whether most letters are bold, italic or of a monospaced font: then that is not emphasis. */
  readonly bodyBold: boolean;
  readonly bodyItalic: boolean;
  readonly bodyMono: boolean;
  readonly direction: Direction;
  /** Words of the text, lower-case, without those at line ends that may be cut. */
  readonly hasWord: (word: string) => boolean;
  /** Texts that are repeated in the margins of the pages. */
  readonly isRunningText: (key: string) => boolean;
  readonly headingLevel: (heading: TextDraft) => HeadingLevel;
  readonly isOutlineTitle: (lines: readonly LineDraft[], page: number) => boolean;
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
  isOutlineTitle: () => false,
};

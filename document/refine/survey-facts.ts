/** What the passes must know of the whole document before they see its first page. */
import type { HeadingLevel } from '../model/blocks.ts';
import type { LineDraft, TextDraft } from '../read/draft.ts';
import type { Direction } from './bidi.ts';
import type { BodyStyle, HeadingStyle } from './heading-styles.ts';
import type { NumberedLine } from './numbered-lines.ts';

export type SurveyFacts = {
  /** How most text looks. */
  readonly body: BodyStyle;
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
  readonly isHeadingStyle: (style: HeadingStyle) => boolean;
  readonly headingLevel: (heading: TextDraft) => HeadingLevel;
  /** Whether a text in this style may be a heading although the outline does not name it. */
  readonly isUnlistedHeading: (style: HeadingStyle, page: number) => boolean;
  /** Whether an item with the number before or after it begins at the same place, on this page or the one next to it. */
  readonly hasNeighbour: (item: NumberedLine) => boolean;
  readonly isOutlineTitle: (lines: readonly LineDraft[], page: number) => boolean;
};

export const noFacts: SurveyFacts = {
  body: { size: 10, bold: false, italic: false },
  bodySize: 10,
  bodyBold: false,
  bodyItalic: false,
  bodyMono: false,
  direction: 'ltr',
  hasWord: () => false,
  isRunningText: () => false,
  isHeadingStyle: () => false,
  headingLevel: () => 1,
  isUnlistedHeading: () => true,
  hasNeighbour: () => false,
  isOutlineTitle: () => false,
};

/** The passes of the document layer, each with what stands for it when it is off. */

export type Pass = {
  readonly name: string;
  /** Inside `document/`. */
  readonly module: string;
  /** The function that is replaced. */
  readonly function: string;
  /** Source of the function that gives back what it gets. */
  readonly off: string;
};

const [same, asList, nothing] = ['(given) => given', '(given) => [given]', '() => {}'];
const blocksOfPage = '({ blocks }) => blocks';

export const passes: readonly Pass[] = [
  {
    name: 'tags of the PDF',
    module: 'read/trusted-tags.ts',
    function: 'withTrustedTags',
    off: '({ structure, ...page }) => page',
  },
  { name: 'loose marks', module: 'read/loose-marks.ts', function: 'joinLooseMarks', off: same },
  { name: 'doubled letters', module: 'read/doubled-letters.ts', function: 'dropDoubledLetters', off: same },
  { name: 'squeezed words', module: 'read/squeezed-words.ts', function: 'spaceSqueezedWords', off: same },
  {
    name: 'texts of annotations',
    module: 'read/annotation-texts.ts',
    function: 'withAnnotationTexts',
    off: same,
  },
  { name: 'line numbers', module: 'read/line-numbers.ts', function: 'takeLineNumbers', off: same },
  { name: 'initials', module: 'layout/join-initials.ts', function: 'joinInitials', off: same },
  { name: 'marks of list items', module: 'layout/join-marks.ts', function: 'joinMarks', off: same },
  { name: 'tables', module: 'tables/find-tables.ts', function: 'findTables', off: same },
  { name: 'reading order', module: 'layout/reading-order.ts', function: 'findRegions', off: '() => []' },
  { name: 'page furniture', module: 'layout/furniture.ts', function: 'takeFurniture', off: same },
  {
    name: 'footnotes',
    module: 'layout/footnotes.ts',
    function: 'divideFootnotes',
    off: '(text) => ({ text, notes: [] })',
  },
  { name: 'drawn values', module: 'refine/drawn-values.ts', function: 'withoutDrawnValues', off: same },
  {
    name: 'repeated margin texts',
    module: 'refine/artifacts.ts',
    function: 'markArtifacts',
    off: blocksOfPage,
  },
  { name: 'outline titles', module: 'refine/mark-titles.ts', function: 'markTitles', off: nothing },
  { name: 'contents pages', module: 'refine/mark-entries.ts', function: 'markEntries', off: nothing },
  { name: 'headings', module: 'refine/mark-headings.ts', function: 'markHeadings', off: nothing },
  { name: 'definition lists', module: 'refine/mark-terms.ts', function: 'markTerms', off: same },
  { name: 'code listings', module: 'refine/mark-listings.ts', function: 'markListings', off: nothing },
  { name: 'list items', module: 'refine/mark-items.ts', function: 'markItems', off: nothing },
  { name: 'block quotes', module: 'refine/mark-quotes.ts', function: 'markQuotes', off: nothing },
  { name: 'lists', module: 'refine/lists.ts', function: 'refineList', off: asList },
  { name: 'cells of tables', module: 'refine/tables.ts', function: 'refineTable', off: asList },
  { name: 'parts of listings', module: 'refine/code.ts', function: 'joinListings', off: same },
  { name: 'captions', module: 'refine/captions.ts', function: 'attachCaptions', off: same },
  { name: 'parts of paragraphs', module: 'refine/continued.ts', function: 'joinParts', off: same },
  { name: 'page breaks', module: 'refine/join-pages.ts', function: 'joinPages', off: same },
  { name: 'marks of footnotes', module: 'refine/link-notes.ts', function: 'linkNotes', off: same },
];

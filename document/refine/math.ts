/** Lines of formulas, known by the fonts in which mathematics is set. */
import type { BlockDraft, LineDraft, RunStyle } from '../read/draft.ts';
import { linesOf } from '../read/draft.ts';

const mathFonts = /(^|\+)(cm(mi|sy|ex|bsy|mib)|ms[ab]m|euf|eus|rsfs|stix.*math|.*math(?!e?matica?l?book))/i;
/** Of the signs of a line; a variable within a sentence is not a formula. */
const shareMin = 0.3;
const signsMin = 3;

const known = new Map<string, boolean>();

function isMathFont(font: string): boolean {
  let math = known.get(font);
  if (math === undefined) {
    math = mathFonts.test(font);
    if (known.size < 10_000) known.set(font, math);
  }
  return math;
}

export function isFormulaLine(line: LineDraft): boolean {
  let [signs, math] = [0, 0];
  let last: RunStyle | undefined;
  let isMath = false;
  for (const { text, style } of line.glyphs) {
    if (text === ' ') continue;
    if (style !== last) isMath = isMathFont(style.font);
    last = style;
    signs += 1;
    if (isMath) math += 1;
  }
  return math >= signsMin && math >= signs * shareMin;
}

export function countFormulas(blocks: readonly BlockDraft[]): number {
  let count = 0;
  for (const block of blocks) {
    if (block.type === 'formula') count += 1;
    else for (const line of linesOf(block)) if (isFormulaLine(line)) count += 1;
  }
  return count;
}

/** A formula that the engine took for a heading is a paragraph. */
export function withoutFormulaHeadings(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  return blocks.map((block) => {
    if (block.type !== 'heading' || !block.lines.every(isFormulaLine)) return block;
    const { level: _level, ...text } = block;
    return { ...text, type: 'paragraph' };
  });
}

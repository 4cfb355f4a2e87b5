/** The label at the beginning of a printed line. */
import type { LineDraft } from '../read/draft.ts';
import { findLabel, type Label } from './list-labels.ts';
import { plainLine } from './text-builder.ts';

/** Labels are short; the rest of a long line is not looked at. */
const beginningChars = 100;

export const labelOf = (line: LineDraft): Label | undefined =>
  findLabel(plainLine(line).slice(0, beginningChars))?.label;

/** What is shown of a figure, and where its caption stands. */
import type { Block, Caption, Figure } from '../model/blocks.ts';

export type FigureParts = {
  readonly before?: Caption;
  readonly kids: readonly Block[];
  readonly after?: Caption;
};

/** A caption is first or last, as html demands; one that stands elsewhere stays in its place. */
export function figureParts(figure: Figure): FigureParts {
  const { kids } = figure;
  const last = kids.at(-1);
  if (last?.type === 'caption') return { kids: kids.slice(0, -1), after: last };
  const first = kids[0];
  if (first?.type === 'caption') return { before: first, kids: kids.slice(1) };
  return { kids };
}

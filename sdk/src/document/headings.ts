/** The headings of a document, in reading order. */
import type { Heading, HeadingLevel } from './node.ts';
import { type Tree, walkOf } from './walk.ts';

export type FoundHeading = {
  readonly node: Heading;
  readonly pointer: string;
  readonly page: number;
  readonly level: HeadingLevel;
  readonly text: string;
};

export function headings(tree: Tree): FoundHeading[] {
  return [...walkOf(tree, 'heading')].map(({ node, pointer, page }) => ({
    node,
    pointer,
    page,
    level: node.level,
    text: node.content,
  }));
}

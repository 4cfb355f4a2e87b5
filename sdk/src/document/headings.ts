/** The headings of a document, in reading order. */
import type { Heading } from './node.ts';
import { type Tree, walkOf } from './walk.ts';

export type FoundHeading = {
  readonly node: Heading;
  readonly pointer: string;
  readonly pageNumber: number;
  /** Starts at 1 and may exceed the six levels of HTML. */
  readonly level: number;
  readonly text: string;
};

export function headings(tree: Tree): FoundHeading[] {
  return [...walkOf(tree, 'heading')].map(({ node, pointer, pageNumber }) => ({
    node,
    pointer,
    pageNumber,
    level: node['heading level'],
    text: node.content,
  }));
}

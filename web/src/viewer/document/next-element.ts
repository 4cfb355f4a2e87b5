/** Finds the next or previous element for keyboard navigation. */
import type { DocumentElement, DocumentModel } from './document-model.ts';
import type { ElementKind } from './element-kind.ts';

export type Step = {
  readonly direction: 1 | -1;
  /** Also stop at cells and list items, not only at blocks. */
  readonly isFine: boolean;
  readonly hidden: ReadonlySet<ElementKind>;
  /** Where to start when nothing is selected. */
  readonly page: number;
};

export function nextElement(
  model: DocumentModel,
  pointer: string | undefined,
  { direction, isFine, hidden, page }: Step,
): DocumentElement | undefined {
  const isCandidate = (element: DocumentElement) =>
    !hidden.has(element.kind) && (isFine || element.block === element.pointer);
  const current = pointer === undefined ? undefined : model.byPointer.get(pointer);
  if (current === undefined) {
    return model.elements.find((element) => element.page >= page && isCandidate(element));
  }
  for (
    let order = current.order + direction;
    order >= 0 && order < model.elements.length;
    order += direction
  ) {
    const element = model.elements[order];
    if (element !== undefined && isCandidate(element)) return element;
  }
  return undefined;
}

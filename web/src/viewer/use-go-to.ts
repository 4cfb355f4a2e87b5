/** Goes to a place in the document: the pages scroll to it, and its block is selected. */
import type { Box } from '@octavo/sdk';
import { useCallback } from 'react';
import type { DocumentModel } from './document/document-model.ts';
import type { RevealRegistry } from './reveal-registry.ts';
import type { Side } from './split-pane.tsx';

/** An element, a box or a page, as precise as it is known. */
export type Target = { readonly page: number; readonly box: Box | null; readonly ref: string | null };
export type GoTo = (target: Target) => void;

type Panes = {
  readonly select: (pointer: string) => void;
  readonly reveals: RevealRegistry;
  readonly onSide: (side: Side) => void;
};

export function useGoTo(model: DocumentModel | undefined, { select, reveals, onSide }: Panes): GoTo {
  return useCallback(
    ({ page, box, ref }) => {
      onSide('left');
      if (ref !== null && model?.byPointer.has(ref)) {
        select(ref);
        reveals.reveal(ref, 'blocks');
      }
      if (box === null) reveals.showPage(page);
      else reveals.showPlace(page, box);
    },
    [model, select, reveals, onSide],
  );
}

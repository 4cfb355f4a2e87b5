/** What the pages of one document show of a comparison: its marks, and the change the reader is at. */
import { createContext, useContext } from 'react';
import type { Mark } from './change-places.ts';

export type ShownChanges = {
  readonly marks: ReadonlyMap<number, readonly Mark[]>;
  /** Index of the change the reader is at. */
  readonly active: number | null;
  readonly onChoose: (change: number) => void;
};

export const ShownChangesContext = createContext<ShownChanges | null>(null);

export function useShownChanges(): ShownChanges {
  const shown = useContext(ShownChangesContext);
  if (shown === null) throw new Error('useShownChanges outside of its context');
  return shown;
}

/** Search, outline and quote check of the viewer: the open panel and the places it found. */
import { useEffect, useRef, useState } from 'react';
import { FindStore } from './find/find-store.ts';
import type { Hit } from './find/hit.ts';
import { type Panels, usePanels } from './find/use-panels.ts';
import type { GoTo, Target } from './use-go-to.ts';

export type Find = { readonly store: FindStore; readonly panels: Panels };

const targetOf = ({ page, ref, boxes: [first] }: Hit): Target => ({
  page: first?.page ?? page,
  box: first?.box ?? null,
  ref,
});

export function useFind(goTo: GoTo): Find {
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  }, [goTo]);
  const [store] = useState(() => new FindStore((hit) => latest.current(targetOf(hit))));
  const panels = usePanels();
  return { store, panels };
}

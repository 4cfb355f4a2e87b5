/** The width of an element, followed as it changes. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    setWidth(target.clientWidth);
    const watcher = new ResizeObserver(() => setWidth(target.clientWidth));
    watcher.observe(target);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}

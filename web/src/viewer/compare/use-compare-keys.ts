/** Keyboard shortcuts of a comparison: `j` and `n` go to the next change, `k` and `N` to the previous one. */
import { useEffect, useRef } from 'react';
import { isTyping } from '../use-viewer-keys.ts';

const directions: Readonly<Record<string, 1 | -1>> = { j: 1, n: 1, k: -1, N: -1 };

export function useCompareKeys(onStep: (direction: 1 | -1) => void): void {
  const latest = useRef(onStep);
  latest.current = onStep;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      const direction = Object.hasOwn(directions, event.key) ? directions[event.key] : undefined;
      if (direction === undefined || hasModifier || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      latest.current(direction);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

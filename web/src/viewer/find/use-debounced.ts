/** A value that follows another one after a pause, or at once when asked. */
import { useCallback, useEffect, useState } from 'react';

export function useDebounced<Value>(value: Value, pauseMs: number): readonly [Value, () => void] {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  const settle = useCallback(() => setSettled(value), [value]);
  return [settled, settle];
}

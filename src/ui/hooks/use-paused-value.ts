import { useEffect, useState } from 'react';
import { remainingSearchHold } from './search-hold.ts';

/** Returns the value once it has not changed for `wait` ms, or longer while typed text may be taken back. */
export function usePausedValue<Value>(value: Value, wait: number): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), Math.max(wait, remainingSearchHold()));
    return () => clearTimeout(timer);
  }, [value, wait]);
  return paused;
}

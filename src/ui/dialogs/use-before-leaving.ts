import { useEffect } from 'react';

const WHEN_LEAVING = ['pagehide', 'visibilitychange'] as const;

/** The page may be put away without another word: what is typed is written before it goes. `flush` keeps its identity. */
export function useBeforeLeaving(flush: () => Promise<void>): void {
  useEffect(() => {
    const leave = () => void flush();
    for (const type of WHEN_LEAVING) window.addEventListener(type, leave, true);
    return () => {
      for (const type of WHEN_LEAVING) window.removeEventListener(type, leave, true);
      leave();
    };
  }, [flush]);
}

import { useEffect } from 'react';

const WHEN_LEAVING = ['pagehide', 'visibilitychange'] as const;

/**
 * Writes the typed input before the page goes, because the browser may close it without further notice. `flush` must keep its
 * identity.
 */
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

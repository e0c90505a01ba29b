import { useEffect } from 'react';

const PAGE_HIDE_EVENTS = ['pagehide', 'visibilitychange'] as const;

/**
 * Saves typed input when the page is hidden, because the browser may close it without notice. `flush` must be the same function
 * at each render.
 */
export function useFlushOnHideOrUnmount(flush: () => Promise<void>): void {
  useEffect(() => {
    const leave = () => void flush();
    for (const type of PAGE_HIDE_EVENTS) window.addEventListener(type, leave, true);
    return () => {
      for (const type of PAGE_HIDE_EVENTS) window.removeEventListener(type, leave, true);
      leave();
    };
  }, [flush]);
}

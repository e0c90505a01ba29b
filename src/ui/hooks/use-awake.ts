import { useEffect } from 'react';
import { useCovered } from '../page/screen-cover.ts';

/**
 * Keeps the tablet's screen on while `active` and seen, and lets it go at once afterwards. Where the browser has no such
 * lock, or the system refuses it (an almost empty battery), the screen goes dark as ever.
 */
export function useAwake(active: boolean): void {
  const covered = useCovered();
  const wanted = active && !covered;
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let gone = false;
    let held: WakeLockSentinel | null = null;
    const ask = async () => {
      // The browser has let it go with the page that was hidden.
      if (document.visibilityState !== 'visible' || (held && !held.released)) return;
      const lock = await navigator.wakeLock.request('screen');
      if (gone) await lock.release();
      else held = lock;
    };
    const askQuietly = () => void ask().catch(() => undefined);
    askQuietly();
    document.addEventListener('visibilitychange', askQuietly);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', askQuietly);
      void held?.release().catch(() => undefined);
    };
  }, [wanted]);
}

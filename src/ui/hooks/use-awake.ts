import { useEffect } from 'react';
import { useIsCovered } from '../page/screen-cover.ts';

/**
 * Keeps the tablet's screen on while `active` is true and the page is visible. Without wake lock support, or if the system
 * denies the lock (battery almost empty), the screen turns off as usual.
 */
export function useScreenWakeLock(active: boolean): void {
  const covered = useIsCovered();
  const wanted = active && !covered;
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let gone = false;
    let held: WakeLockSentinel | null = null;
    const requestWakeLock = async () => {
      // The browser releases the lock when the page is hidden, so it is requested again.
      if (document.visibilityState !== 'visible' || (held && !held.released)) return;
      const lock = await navigator.wakeLock.request('screen');
      if (gone) await lock.release();
      else held = lock;
    };
    const requestSilently = () => void requestWakeLock().catch(() => undefined);
    requestSilently();
    document.addEventListener('visibilitychange', requestSilently);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', requestSilently);
      void held?.release().catch(() => undefined);
    };
  }, [wanted]);
}

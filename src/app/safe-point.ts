import { useEffect, useSyncExternalStore } from 'react';
import { reportFailure } from './failures.ts';
import { loadDevice } from './load-device.ts';
import { onUpdate, readUpdate } from './updates.ts';

export const useUpdate = () => useSyncExternalStore(onUpdate, readUpdate);

/** Something typed on the screen would be gone after a reload. */
const isBeingTyped = () =>
  [...document.querySelectorAll('input, textarea')].some(
    (field) => 'value' in field && field.value !== '' && field.value !== field.getAttribute('value'),
  );

/**
 * Hands over to a new version by itself where nobody is interrupted: at sign-in or at the start page, in the only
 * window, with no registration begun. Elsewhere the shell's notice asks.
 */
export function useSafePointUpdate(ownerId: string | null, isHere: boolean): void {
  const update = useUpdate();
  useEffect(() => {
    if (!isHere || update.name !== 'ready') return;
    const applyIfSafe = async () => {
      const safe = await (await loadDevice()).isSafePoint(ownerId);
      if (safe && !isBeingTyped()) update.apply();
    };
    applyIfSafe().catch(reportFailure);
  }, [ownerId, isHere, update]);
}

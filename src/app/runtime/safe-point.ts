import { useEffect, useSyncExternalStore } from 'react';
import { isReloadDisruptive } from '#ui/dialogs/unsaved.ts';
import { reportFailure } from '../kit/failures.ts';
import { loadDevice } from './load-device.ts';
import { onUpdateStateChange, readUpdateState } from './updates.ts';

export const useUpdateState = () => useSyncExternalStore(onUpdateStateChange, readUpdateState);

/**
 * Applies a new version automatically when this interrupts no user: on the sign-in form or the start page, in the only window,
 * and without a registration in progress. On other screens, a notice in the shell offers the update.
 */
export function useApplyUpdateWhenSafe(ownerId: string | null, isHere: boolean): void {
  const update = useUpdateState();
  useEffect(() => {
    if (!isHere || update.name !== 'ready') return;
    const applyIfSafe = async () => {
      const safe = await (await loadDevice()).isSafeToReload(ownerId);
      if (safe && !isReloadDisruptive()) update.apply();
    };
    applyIfSafe().catch(reportFailure);
  }, [ownerId, isHere, update]);
}

import { useEffect } from 'react';

/**
 * Shows the number of unsent entries on the installed app’s icon while its user is signed in. Does nothing when the browser or
 * the system does not support it.
 */
export function useAppBadge(unsent: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // If the system rejects the badge, the error is ignored, because the app shows the number too.
    const show = unsent > 0 ? navigator.setAppBadge(unsent) : navigator.clearAppBadge();
    show.catch(() => undefined);
  }, [unsent]);
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
    },
    [],
  );
}

import { useEffect } from 'react';

/**
 * Shows the number of unsent entries on the icon of the installed app while its user is signed in. Does nothing if the browser
 * or system has no badges.
 */
export function useAppBadge(unsent: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // An error of the system is ignored, because the app shows the number too.
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

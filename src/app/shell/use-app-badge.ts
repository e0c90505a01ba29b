import { useEffect } from 'react';

/** On the installed app's icon, as long as its user is signed in: so many are not sent. Where no browser or system shows it, nothing happens. */
export function useAppBadge(unsent: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // A system that refuses it is no trouble of anybody's: the number stands in the app, too.
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

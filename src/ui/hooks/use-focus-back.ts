import { useEffect, useRef, useState } from 'react';

/**
 * Restores the focus after a dialog that is mounted open and unmounts to close, which Mantine does not support. If the button
 * that opened the dialog no longer exists, the screen gets the focus. A focus that has moved elsewhere stays.
 */
export function useRestoreFocus(opened = true): void {
  const [opener] = useState(() => (opened ? document.activeElement : null));
  const isOpen = useRef(opened);
  useEffect(() => {
    isOpen.current = opened;
  }, [opened]);
  useEffect(
    () => () => {
      if (!isOpen.current || !(opener instanceof HTMLElement)) return;
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const place =
          opener.isConnected && opener !== document.body ? opener : document.querySelector('main');
        place?.focus({ preventScroll: true });
      }, 0);
    },
    [opener],
  );
}

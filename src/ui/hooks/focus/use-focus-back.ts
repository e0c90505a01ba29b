import { useEffect, useRef, useState } from 'react';

/**
 * Restores the focus when an open dialog is closed by unmounting it, a case that Mantine does not support. The button that
 * opened the dialog gets the focus, or `main` if the button no longer exists. If another element already has the focus, nothing
 * changes.
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

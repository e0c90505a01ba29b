import { useEffect, useRef, useState } from 'react';

/**
 * For a dialog that is mounted open and goes by unmounting: Mantine gives the focus back only where the dialog was there,
 * closed, before. Where its button is gone too the screen itself has it; nobody who is elsewhere meanwhile is moved.
 */
export function useFocusBack(opened = true): void {
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

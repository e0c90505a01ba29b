import { useRef, useState } from 'react';

/**
 * Manages a dialog whose code is fetched when it is first opened. The focus returns to its button explicitly, because Mantine
 * restores it only for a dialog that was mounted while closed.
 */
export function useDialog() {
  const [opened, setOpened] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return {
    opened,
    opener,
    open: () => setOpened(true),
    close: () => {
      opener.current?.focus();
      setOpened(false);
    },
  };
}

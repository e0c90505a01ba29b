import { useRef, useState } from 'react';

/**
 * Manages a dialog whose code is fetched when it is first opened. Mantine restores the focus only for a dialog that was mounted
 * while closed, so this hook returns the focus to the button.
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

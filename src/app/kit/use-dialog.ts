import { useRef, useState } from 'react';

/**
 * Manages a dialog whose code is fetched at its first opening. Mantine restores the focus only for a dialog that was mounted
 * while closed, so this hook returns the focus to the button that opened the dialog.
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

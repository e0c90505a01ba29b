import { useRef, useState } from 'react';

/**
 * A dialog whose code is fetched when it is first opened, and its button, which has the focus again afterwards: Mantine
 * gives it back only where the dialog was there, closed, before.
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

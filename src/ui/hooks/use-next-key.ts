import { useEffect, useRef } from 'react';

const isNextKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  repeat,
  isComposing,
}: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat && !isComposing;

/** Returns false for keys in a dialog or behind the lock. */
function isOfPage({ target }: KeyboardEvent): boolean {
  const main = document.querySelector('main');
  if (!main || main.closest('[inert]') || !(target instanceof Node)) return false;
  return target === document.body || main.contains(target);
}

/**
 * Calls `act` on Ctrl and Enter (on a Mac ⌘ and Enter), also from a text field, for the next step of the page. No single letter
 * triggers an action, because the user may be typing.
 */
export function useNextStepKey(act: () => void): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isNextKey(event) || !isOfPage(event)) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

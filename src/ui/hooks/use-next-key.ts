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

/** Not behind a dialog, and not behind the lock. */
function isOfPage({ target }: KeyboardEvent): boolean {
  const main = document.querySelector('main');
  if (!main || main.closest('[inert]') || !(target instanceof Node)) return false;
  return target === document.body || main.contains(target);
}

/**
 * Ctrl and Enter (on a Mac ⌘ and Enter), also out of a text: what comes next on this page. No single letter does anything
 * while one types.
 */
export function useNextKey(act: () => void): void {
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

import { useEffect, useRef } from 'react';

const isNextStepKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  repeat,
  isComposing,
}: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat && !isComposing;

/** Returns false for key events in a dialog or while the screen is locked. */
function isPageKeyEvent({ target }: KeyboardEvent): boolean {
  const main = document.querySelector('main');
  if (!main || main.closest('[inert]') || !(target instanceof Node)) return false;
  return target === document.body || main.contains(target);
}

/**
 * Calls `act`, the page's next step, on Ctrl+Enter (⌘+Enter on a Mac), also in text fields. Single letters are no shortcuts,
 * because the user may be typing.
 */
export function useNextStepKey(act: () => void): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isNextStepKey(event) || !isPageKeyEvent(event)) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

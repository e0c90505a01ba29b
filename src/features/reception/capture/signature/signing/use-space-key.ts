import { useEffect, type RefObject } from 'react';

const isButtonIn = (box: Element | null, target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button') !== null && box?.contains(target) === true;

/**
 * Clears the pad with the space key (P2). The key never scrolls, and on a button of the dialog it presses that button. The
 * button that opened the dialog is excepted, because it has the focus until the pad takes it.
 */
export function useSpaceKey(box: RefObject<Element | null>, onClear: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || isButtonIn(box.current, event.target)) return;
      event.preventDefault();
      onClear();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [box, onClear]);
}

import { useEffect, type RefObject } from 'react';

const isButtonIn = (box: Element | null, target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button') !== null && box?.contains(target) === true;

/**
 * P2: the space key clears here. It never scrolls, and on a button of the dialog it stays the button's own key; not
 * on the one that opened it, which has the focus for the moment until the pad takes it.
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

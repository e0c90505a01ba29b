import { useEffect, type RefObject } from 'react';

const isButtonIn = (box: Element | null, target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button') !== null && box?.contains(target) === true;

/**
 * Clears the pad when the space key is pressed (P2). On a focused button of the dialog, the key presses the button instead,
 * with one exception: on the button that opened the dialog, which still has the focus at first, the key clears the pad.
 */
export function useClearOnSpaceKey(box: RefObject<Element | null>, onClear: () => void): void {
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

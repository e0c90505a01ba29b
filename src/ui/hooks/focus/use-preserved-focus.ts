import { useEffect } from 'react';

/** Time in which a screen may move the focus itself before this hook restores it, ms. */
const FOCUS_GRACE_MS = 50;
/** Elements that may get the focus. Input fields are excluded, because they would open a tablet's keyboard. */
const FOCUS_TARGET_SELECTOR = 'a[href], button:not(:disabled), [tabindex="0"]';

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const canReceiveFocus = (element: Element): boolean =>
  element.isConnected && element.closest('[inert]') === null && !element.matches(':disabled');

const ancestorsOf = (element: Element): Element[] => {
  const all: Element[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) all.push(at);
  return all;
};

/** Focused element with its ancestors. They are stored because an element that was removed from the page has no ancestors. */
interface FocusedElement {
  readonly element: HTMLElement;
  readonly within: readonly Element[];
}

/**
 * Returns the focusable element nearest to the lost one. It searches upwards to the form or `main`; otherwise it returns the
 * first match of `places`.
 */
function findNearestFocusTarget({ within }: FocusedElement, places: string): HTMLElement | null {
  for (const part of within) {
    if (part.matches('form, main, body')) break;
    const found = part.isConnected ? [...part.querySelectorAll<HTMLElement>(FOCUS_TARGET_SELECTOR)] : [];
    const place = found.find(canReceiveFocus);
    if (place) return place;
  }
  return document.querySelector<HTMLElement>(places);
}

class FocusPreserver {
  #held: FocusedElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #places: readonly string[];

  constructor(places: readonly string[]) {
    this.#places = places;
  }

  readonly hold = ({ target }: FocusEvent): void => {
    this.#held = target instanceof HTMLElement ? { element: target, within: ancestorsOf(target) } : null;
  };

  /**
   * Forgets an element that has lost the focus but still exists and can get it, as after a tap on an empty area or a change of
   * window. Nothing needs to be restored then.
   */
  readonly release = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof Element)) return;
    queueMicrotask(() => {
      if (this.#held?.element === target && canReceiveFocus(target)) this.#held = null;
    });
  };

  readonly look = (): void => {
    if (this.#held === null || !isFocusLost() || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#held !== null && isFocusLost()) this.#giveBack(this.#held);
    }, FOCUS_GRACE_MS);
  };

  #giveBack(held: FocusedElement): void {
    const { element } = held;
    if (canReceiveFocus(element)) return element.focus({ preventScroll: true });
    // Wait for a button that is disabled during its action; it gets the focus afterwards.
    if (element.isConnected && element.matches(':disabled')) return;
    const place = this.#places.find((selector) => document.querySelector(selector) !== null);
    if (place !== undefined) findNearestFocusTarget(held, place)?.focus({ preventScroll: true });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Restores a lost focus while the component is mounted. When the focused element disappears or is disabled, Tab then does not
 * start again at the top of the page. `places`: selectors to try, in order, when no focusable element is near.
 */
export function usePreservedFocus(places: readonly string[]): void {
  useEffect(() => {
    const keeper = new FocusPreserver(places);
    const observer = new MutationObserver(keeper.look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'inert'],
    });
    document.addEventListener('focusin', keeper.hold);
    document.addEventListener('focusout', keeper.release);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', keeper.hold);
      document.removeEventListener('focusout', keeper.release);
      keeper.stop();
    };
  }, [places]);
}

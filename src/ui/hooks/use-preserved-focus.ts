import { useEffect } from 'react';

/** Time in milliseconds in which a screen may move the focus itself. */
const WISH_MS = 50;
/** Fields are left out: on a tablet a field would raise the keyboard over the page. */
const PLACES = 'a[href], button:not(:disabled), [tabindex="0"]';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const isReachable = (element: Element): boolean =>
  element.isConnected && element.closest('[inert]') === null && !element.matches(':disabled');

const ancestorsOf = (element: Element): Element[] => {
  const all: Element[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) all.push(at);
  return all;
};

/** Element that had the focus, with its ancestors: a removed part of the page has no parents any more. */
interface Held {
  readonly element: HTMLElement;
  readonly within: readonly Element[];
}

/**
 * Returns the focusable element nearest to the lost focus, within the form or the part of the page that still exists; otherwise
 * the first match of `places`.
 */
function nearest({ within }: Held, places: string): HTMLElement | null {
  for (const part of within) {
    if (part.matches('form, main, body')) break;
    const found = part.isConnected ? [...part.querySelectorAll<HTMLElement>(PLACES)] : [];
    const place = found.find(isReachable);
    if (place) return place;
  }
  return document.querySelector<HTMLElement>(places);
}

/** Restores the focus to its element or near it, unless it has moved elsewhere. */
class FocusPreserver {
  #held: Held | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #places: readonly string[];

  constructor(places: readonly string[]) {
    this.#places = places;
  }

  readonly hold = ({ target }: FocusEvent): void => {
    this.#held = target instanceof HTMLElement ? { element: target, within: ancestorsOf(target) } : null;
  };

  /** Forgets the element after a tap on an empty area or a change of window, because no element was lost. */
  readonly release = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof Element)) return;
    queueMicrotask(() => {
      if (this.#held?.element === target && isReachable(target)) this.#held = null;
    });
  };

  readonly look = (): void => {
    if (this.#held === null || !isLost() || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#held !== null && isLost()) this.#giveBack(this.#held);
    }, WISH_MS);
  };

  #giveBack(held: Held): void {
    const { element } = held;
    if (isReachable(element)) return element.focus({ preventScroll: true });
    // A button that is at work gets the focus when it is done.
    if (element.isConnected && element.matches(':disabled')) return;
    const place = this.#places.find((selector) => document.querySelector(selector) !== null);
    if (place !== undefined) nearest(held, place)?.focus({ preventScroll: true });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Restores a lost focus while the component is mounted: when the focused element disappears or is disabled for a while, the
 * keyboard does not start again at the top of the page. `places`: selectors for the focus when nothing near remains; the first
 * match is used.
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

import { useEffect } from 'react';

/** A screen may move the focus itself first. */
const WISH_MS = 50;
/** No field: on a tablet that would raise the keys over the page. */
const PLACES = 'a[href], button:not(:disabled), [tabindex="0"]';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const isReachable = (element: Element): boolean =>
  element.isConnected && element.closest('[inert]') === null && !element.matches(':disabled');

const ancestorsOf = (element: Element): Element[] => {
  const all: Element[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) all.push(at);
  return all;
};

/** What had the focus, and what it was in: a part of the page that is gone has no parents any more. */
interface Held {
  readonly element: HTMLElement;
  readonly within: readonly Element[];
}

/** The nearest place to where the focus was, within the form or the piece of the page that is still there. */
function nearest({ within }: Held, places: string): HTMLElement | null {
  for (const part of within) {
    if (part.matches('form, main, body')) break;
    const found = part.isConnected ? [...part.querySelectorAll<HTMLElement>(PLACES)] : [];
    const place = found.find(isReachable);
    if (place) return place;
  }
  return document.querySelector<HTMLElement>(places);
}

/** Gives the focus back where it was, or near it, as long as nobody has put it elsewhere. */
class FocusKeeper {
  #held: Held | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #places: readonly string[];

  constructor(places: readonly string[]) {
    this.#places = places;
  }

  readonly hold = ({ target }: FocusEvent): void => {
    this.#held = target instanceof HTMLElement ? { element: target, within: ancestorsOf(target) } : null;
  };

  /** A tap beside everything, or another window: nothing was lost. */
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
    // A button that works has it again when it is done.
    if (element.isConnected && element.matches(':disabled')) return;
    const place = this.#places.find((selector) => document.querySelector(selector) !== null);
    if (place !== undefined) nearest(held, place)?.focus({ preventScroll: true });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * While the component is there: whatever has the focus and goes, or is disabled for a while, does not leave a keyboard at the
 * top of the page. `places`: where the focus goes where nothing near is left, the first that is there.
 */
export function useKeptFocus(places: readonly string[]): void {
  useEffect(() => {
    const keeper = new FocusKeeper(places);
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

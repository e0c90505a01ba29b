import { MEAN_GAP_MS } from '#domain/card/key-burst.ts';
import { fieldBefore, retypeKeys } from '#components/reader/field-before.ts';

const LONGEST = 15;
/** A field that gets the focus later than this after the form was sent receives no digits, ms. */
const PATIENCE_MS = 5_000;

const isDigit = (key: string): boolean => /^\d$/.test(key);
const isField = (element: unknown): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, select');

/** Digits that the user types for the next patient between sending a form and the focus of its number field. */
class Ahead {
  #digits = '';
  #last = Number.NEGATIVE_INFINITY;
  /** Recorded keys that were not released yet. */
  readonly #down = new Set<string>();
  readonly #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  /**
   * Records a pressed key. Returns false if the keys come so quickly that a card reader types them: its text must not be kept.
   */
  press({ key, timeStamp, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (timeStamp - this.#last <= MEAN_GAP_MS) return false;
    this.#last = timeStamp;
    if (!isDigit(key) || ctrlKey || altKey || metaKey) return true;
    this.#down.add(key);
    this.#digits = (this.#digits + key).slice(0, LONGEST);
    return true;
  }

  /** Returns false for a digit whose press was never received, because the listener for card readers swallowed it. */
  letGo({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    return !isDigit(key) || this.#down.delete(key) || ctrlKey || altKey || metaKey;
  }

  /** Returns the digits typed for a field that has the focus at `time`. */
  at(time: number): string {
    return time - this.#since > PATIENCE_MS ? '' : this.#digits;
  }
}

/**
 * Keeps the digits that a user types right after 'Confirmar', and inserts them into the next form's number field once it
 * exists. 'Siguiente' also sends the form; the field that is then focused is no number field and gets no digits.
 */
export function listenForTypedAhead(until: AbortSignal): void {
  let ahead: Ahead | null = null;
  const on = <Name extends keyof WindowEventMap>(name: Name, hear: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, hear, { signal: until });
  on('submit', ({ timeStamp }) => {
    ahead = new Ahead(timeStamp);
  });
  on('keydown', (event) => {
    if (!isField(document.activeElement) && ahead?.press(event) === false) ahead = null;
  });
  on('keyup', (event) => {
    if (ahead?.letGo(event) === false) ahead = null;
  });
  on('focusin', ({ target, timeStamp }) => {
    if (!isField(target)) return;
    const digits = ahead?.at(timeStamp) ?? '';
    ahead = null;
    const field = target.dataset['path'] === 'identification_number' ? fieldBefore() : null;
    if (digits !== '' && field?.value === '') retypeKeys(field, digits);
  });
}

import { MEAN_GAP_MS } from '#domain/card/key-burst.ts';
import { fieldBefore, typeAgain } from '#components/reader/field-before.ts';

const LONGEST = 15;
/** A field that has the focus later than this after the form was sent is not what the digits were typed for. */
const PATIENCE_MS = 5_000;

const isDigit = (key: string): boolean => /^\d$/.test(key);
const isField = (element: unknown): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, select');

/** The digits of one person from the moment in which the form was sent, until the next field has the focus. */
class Ahead {
  #digits = '';
  #last = Number.NEGATIVE_INFINITY;
  /** What was noted and has not been let go. */
  readonly #down = new Set<string>();
  readonly #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  /** @returns whether it may still be a person: of a reader's text nothing is kept from its second key on */
  press({ key, timeStamp, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (timeStamp - this.#last <= MEAN_GAP_MS) return false;
    this.#last = timeStamp;
    if (!isDigit(key) || ctrlKey || altKey || metaKey) return true;
    this.#down.add(key);
    this.#digits = (this.#digits + key).slice(0, LONGEST);
    return true;
  }

  /** A key that was never heard was swallowed by whoever listens to readers. */
  letGo({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    return !isDigit(key) || this.#down.delete(key) || ctrlKey || altKey || metaKey;
  }

  /** What was typed for a field that has the focus at the time. */
  at(time: number): string {
    return time - this.#since > PATIENCE_MS ? '' : this.#digits;
  }
}

/**
 * Whoever types the next number right after 'Confirmar' finds it whole in its field, which is not there yet. The form is
 * sent by 'Siguiente', too: then the next field that has the focus is another one, and gets nothing.
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
    const field = target.dataset['path'] === 'identificationNumber' ? fieldBefore() : null;
    if (digits !== '' && field?.value === '') typeAgain(field, digits);
  });
}

import { MAX_MEAN_KEY_GAP_MS } from '#domain/card/key-burst.ts';
import { takeFocusedFieldSnapshot, retypeKeys } from '#components/reader/field-before.ts';

const MAX_TYPED_DIGITS = 15;
/** Longest time between the submission of a form and the focus of the field that receives the digits, ms. */
const DIGITS_VALID_MS = 5_000;

const isDigit = (key: string): boolean => /^\d$/.test(key);
const isField = (element: unknown): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, select');

/** Digits typed between the submission of a form and the focus of the next form's number field. */
class TypedDigits {
  #digits = '';
  #last = Number.NEGATIVE_INFINITY;
  /** Keys that are still held down. */
  readonly #down = new Set<string>();
  readonly #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  /**
   * Records a key press. Returns false for keys that follow each other so quickly that a card reader must have typed them;
   * their text must not be kept.
   */
  press({ key, timeStamp, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (timeStamp - this.#last <= MAX_MEAN_KEY_GAP_MS) return false;
    this.#last = timeStamp;
    if (!isDigit(key) || ctrlKey || altKey || metaKey) return true;
    this.#down.add(key);
    this.#digits = (this.#digits + key).slice(0, MAX_TYPED_DIGITS);
    return true;
  }

  /**
   * Processes a key release. Returns false for a digit whose press was not recorded, because the card-reader listener had
   * intercepted the press.
   */
  handleKeyUp({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    return !isDigit(key) || this.#down.delete(key) || ctrlKey || altKey || metaKey;
  }

  digitsAt(time: number): string {
    return time - this.#since > DIGITS_VALID_MS ? '' : this.#digits;
  }
}

/**
 * Keeps the digits that a user types right after 'Confirmar', and inserts them into the next form's number field when it
 * appears. 'Siguiente' submits the form too, but the field focused after it is no number field and gets no digits.
 */
export function insertDigitsTypedAhead(until: AbortSignal): void {
  let ahead: TypedDigits | null = null;
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    hear: (event: WindowEventMap[Name]) => void,
  ) => window.addEventListener(name, hear, { signal: until });
  listen('submit', ({ timeStamp }) => {
    ahead = new TypedDigits(timeStamp);
  });
  listen('keydown', (event) => {
    if (!isField(document.activeElement) && ahead?.press(event) === false) ahead = null;
  });
  listen('keyup', (event) => {
    if (ahead?.handleKeyUp(event) === false) ahead = null;
  });
  listen('focusin', ({ target, timeStamp }) => {
    if (!isField(target)) return;
    const digits = ahead?.digitsAt(timeStamp) ?? '';
    ahead = null;
    const field = target.dataset['path'] === 'identification_number' ? takeFocusedFieldSnapshot() : null;
    if (digits !== '' && field?.value === '') retypeKeys(field, digits);
  });
}

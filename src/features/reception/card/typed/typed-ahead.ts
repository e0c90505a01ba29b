import { MAX_MEAN_KEY_GAP_MS } from '#domain/card/key-burst.ts';
import { takeFocusedFieldSnapshot, retypeKeys } from '#components/reader/field-before.ts';

const MAX_TYPED_DIGITS = 15;
/** Longest time between the submission of a form and the focus of the field that receives the digits, ms. */
const DIGITS_VALID_MS = 5_000;

const isDigit = (key: string): boolean => /^\d$/.test(key);
const isField = (element: unknown): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, select');

/** Digits typed between the submission of a form and the focus of the next form's number field. */
interface TypedDigits {
  readonly since: number;
  digits: string;
  lastKeyAt: number;
  /** Digit keys that are still held down. */
  readonly down: Set<string>;
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
    ahead = { since: timeStamp, digits: '', lastKeyAt: Number.NEGATIVE_INFINITY, down: new Set() };
  });
  listen('keydown', ({ key, timeStamp, ctrlKey, altKey, metaKey }) => {
    if (!ahead || isField(document.activeElement)) return;
    // Keys that follow each other so quickly come from a card reader, and the text of a card must not be kept.
    if (timeStamp - ahead.lastKeyAt <= MAX_MEAN_KEY_GAP_MS) return void (ahead = null);
    ahead.lastKeyAt = timeStamp;
    if (!isDigit(key) || ctrlKey || altKey || metaKey) return;
    ahead.down.add(key);
    ahead.digits = (ahead.digits + key).slice(0, MAX_TYPED_DIGITS);
  });
  listen('keyup', ({ key, ctrlKey, altKey, metaKey }) => {
    // The press of this digit was not recorded, so the card-reader listener has intercepted it.
    if (isDigit(key) && !ahead?.down.delete(key) && !ctrlKey && !altKey && !metaKey) ahead = null;
  });
  listen('focusin', ({ target, timeStamp }) => {
    if (!isField(target)) return;
    const digits = ahead && timeStamp - ahead.since <= DIGITS_VALID_MS ? ahead.digits : '';
    ahead = null;
    const field = target.dataset['path'] === 'identification_number' ? takeFocusedFieldSnapshot() : null;
    if (digits !== '' && field?.value === '') retypeKeys(field, digits);
  });
}

/** A PIN opens the locked screen of one person on one device (docs/decisions/0019). */
export const PIN_DIGITS = 6;
/** Wrong ones between two passwords; then only the password opens. */
export const PIN_TRIES = 5;

export const isPin = (text: string): boolean => /^\d{6}$/.test(text);

/** What was typed, without what is no digit; no longer than a PIN. */
export const pinDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, PIN_DIGITS);

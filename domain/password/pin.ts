/** Number of digits of a PIN, which unlocks the screen for one user on one device (docs/decisions/0019). */
export const PIN_DIGITS = 6;
/** Number of wrong PINs after which only the password unlocks the screen. */
export const MAX_WRONG_PINS = 5;

export const isPin = (text: string): boolean => /^\d{6}$/.test(text);

export const toPinDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, PIN_DIGITS);

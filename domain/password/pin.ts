/** Number of digits of a PIN, which opens the locked screen of one user on one device (docs/decisions/0019). */
export const PIN_DIGITS = 6;
/** Number of wrong PINs after which only the password opens the screen. */
export const PIN_TRIES = 5;

export const isPin = (text: string): boolean => /^\d{6}$/.test(text);

/** Returns the digits of the typed text, at most as many as a PIN has. */
export const pinDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, PIN_DIGITS);

/** Guessable paths over the keypad, such as columns and corners. The reverse of each path is guessable too. */
const KEYPAD_PATHS = [
  '147258',
  '147369',
  '147852',
  '147963',
  '258369',
  '123654',
  '456789',
  '123789',
  '456123',
  '159357',
  '159753',
  '123698',
  '124578',
  '235689',
  '142536',
];
const GUESSABLE_KEYPAD_PATHS = new Set(
  KEYPAD_PATHS.flatMap((walk) => [walk, walk.split('').reverse().join('')]),
);

/** Returns true when the step from each digit to the next is the same: 123456, 987654, 135791; in 111111 the step is 0. */
function isDigitRun(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, nth) => (digit - (digits[nth] ?? 0) + 10) % 10);
  return new Set(steps).size === 1;
}

/** Returns true for a repeated block or pair (123123, 121212, 112233), or when the PIN has only two different digits. */
const isRepeatedPinPattern = (pin: string): boolean =>
  /^(\d{2,3})\1+$/.test(pin) ||
  /^(?:(\d)\1){3}$/.test(pin) ||
  /^(\d)\1\1(\d)\2\2$/.test(pin) ||
  new Set(pin).size < 3;

const isBetween = (text: string, least: number, most: number): boolean =>
  Number(text) >= least && Number(text) <= most;
const isDay = (text: string) => isBetween(text, 1, 31);
const isMonth = (text: string) => isBetween(text, 1, 12);
const isYear = (text: string) => isBetween(text, 1_920, 2_039);

/** Returns true for a date in a usual notation, such as a birthday: 140391, 910314, 031491, 031991, 199103. */
function isDateLikePin(pin: string): boolean {
  const [one, two, three] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)];
  return (
    (isDay(one) && isMonth(two)) ||
    (isMonth(one) && isDay(two)) ||
    (isMonth(two) && isDay(three)) ||
    (isMonth(one) && isYear(pin.slice(2))) ||
    (isYear(pin.slice(0, 4)) && isMonth(three))
  );
}

/** Returns true for a PIN that a stranger with the tablet would try early. */
export const isGuessablePin = (pin: string): boolean =>
  isDigitRun(pin) || isRepeatedPinPattern(pin) || GUESSABLE_KEYPAD_PATHS.has(pin) || isDateLikePin(pin);

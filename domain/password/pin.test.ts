import { describe, expect, it } from 'vitest';
import { isGuessablePin } from './guessable-pin.ts';
import { isPin, toPinDigits } from './pin.ts';

describe('P10.36 guessable PIN', () => {
  it.each([
    ['one digit', ['000000', '111111', '999999']],
    ['a run', ['123456', '654321', '789012', '890123', '135791', '098765']],
    ['a block twice or three times', ['123123', '121212', '907907', '112233', '777888']],
    ['two digits', ['112112', '399939']],
    ['a way over the keys', ['147258', '852741', '159753', '123654']],
    ['a birthday', ['140391', '910314', '031491', '121985', '198512', '311299', '050800']],
  ])('the app rejects a guessable PIN: %s', (_case, pins) => {
    for (const pin of pins) expect([pin, isGuessablePin(pin)]).toEqual([pin, true]);
  });

  it.each(['704926', '839517', '480573', '926047', '573804'])('the app accepts the PIN %s', (pin) => {
    expect(isGuessablePin(pin)).toBe(false);
  });

  it('a user can choose more than four fifths of all PINs', () => {
    const looked = Array.from({ length: 100_000 }, (_, nth) =>
      `${(nth * 7_919) % 1_000_000}`.padStart(6, '0'),
    );
    expect(looked.filter((pin) => !isGuessablePin(pin)).length).toBeGreaterThan(80_000);
  });
});

describe('P10.36 input of a PIN', () => {
  it.each(['12345', '1234567', '12345a', '１２３４５６', '', ' 704926'])(
    'the text «%s» is not a PIN',
    (text) => {
      expect(isPin(text)).toBe(false);
    },
  );

  it('the PIN field ignores characters other than digits, and digits after the sixth', () => {
    expect(toPinDigits('70 49-26x88')).toBe('704926');
    expect(toPinDigits('abc')).toBe('');
  });
});

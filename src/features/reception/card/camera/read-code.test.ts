// @module-tag landing
import { describe, expect, it } from 'vitest';
import { extractCardText } from '#domain/card/capture.ts';
import { drawCardWithCode } from '#tests/support/cards/code-picture.ts';
import { ANA_CARDHOLDER, cardCodeText, type Cardholder } from '#tests/support/cards/invented-card.ts';
import {
  blankPicture,
  PLAIN_SHOT,
  photographPicture,
  type ShotSettings,
} from '#tests/support/cards/picture.ts';
import { readPdf417Code } from './read-code.ts';

const CARDHOLDERS: Readonly<Record<string, Cardholder>> = {
  'a ñ and three letters': ANA_CARDHOLDER,
  'one surname': {
    ...ANA_CARDHOLDER,
    number: '9999000041',
    last_name: 'VALENCIA',
    second_last_name: '',
    first_name: 'YULI',
    middle_name: '',
  },
};

describe('P10.30 barcode of a card in front of a camera', () => {
  it.each(Object.entries(CARDHOLDERS))(
    "the card camera returns the text of a card's barcode up to the birth date, for a cardholder with %s",
    (_name, holder) => {
      expect(readPdf417Code(photographPicture(drawCardWithCode(cardCodeText(holder)), PLAIN_SHOT))).toBe(
        extractCardText(cardCodeText(holder)),
      );
    },
  );

  it.each<[string, Partial<ShotSettings>]>([
    ['seen from below', { tilt: 0.05 }],
    ['with light on it', { glare: 30, noise: 6 }],
    ['in a larger frame', { width: 1_920, height: 1_080, degrees: -0.7, blur: 1, noise: 8 }],
  ])('the card camera reads the barcode of a card %s', (_name, how) => {
    expect(
      readPdf417Code(
        photographPicture(drawCardWithCode(cardCodeText(ANA_CARDHOLDER)), { ...PLAIN_SHOT, ...how }),
      ),
    ).toBe(extractCardText(cardCodeText(ANA_CARDHOLDER)));
  });

  it('the card camera returns null for an image without a barcode, and for a barcode that is not from a card', () => {
    expect(readPdf417Code(blankPicture(640, 480))).toBeNull();
    expect(readPdf417Code(blankPicture(1, 1))).toBeNull();
    expect(readPdf417Code(photographPicture(drawCardWithCode('no card'.repeat(20)), PLAIN_SHOT))).toBeNull();
  });
});

// @module-tag landing
import { describe, expect, it } from 'vitest';
import { readCard } from '#domain/card/read-card.ts';
import { readMrzPicture } from '#tests/support/cards/lines-picture.ts';
import {
  blankPicture,
  PLAIN_SHOT,
  photographPicture,
  type ShotSettings,
} from '#tests/support/cards/picture.ts';
import { createFrameAgreement, readMrzLines } from './read-lines.ts';

const TODAY = '2026-11-23';
const NEAR_SHOT_SETTINGS: ShotSettings = { ...PLAIN_SHOT, width: 900, height: 320, share: 0.92, noise: 6 };
const EXPECTED_CARD_DATA = {
  names: {
    type: 'parts',
    first_name: 'Zoraida',
    middle_name: '',
    last_name: 'Quinonez',
    second_last_name: 'Roa',
  },
  birth_date: '1990-05-12',
  gender: 'F',
};

describe('P10.30 machine-readable lines of a card in front of a camera', () => {
  it.each<[string, 'card' | 'passport', Partial<ShotSettings>]>([
    ['of a cédula digital, straight', 'card', {}],
    ['of a cédula digital, soft and noisy', 'card', { blur: 0.9, noise: 16, degrees: -1 }],
    ['of a cédula digital, with light on it', 'card', { glare: 30, tilt: 0.02 }],
    ['of a cédula digital, far away', 'card', { width: 1_280, height: 720, share: 0.5 }],
    ['of a passport, a degree off and soft', 'passport', { width: 1_100, degrees: 1, blur: 0.7, noise: 12 }],
  ])('the card camera reads the machine-readable lines %s', async (_name, kind, how) => {
    const read = readMrzLines(
      photographPicture(await readMrzPicture(kind), { ...NEAR_SHOT_SETTINGS, ...how }),
    );
    expect(read?.isChecked).toBe(true);
    const reading = read && readCard(read.text, TODAY);
    const document =
      kind === 'card'
        ? { identification_type: 'CC', identification_number: '9998000314' }
        : { identification_type: 'PA', identification_number: 'XX9998314' };
    expect(reading?.type === 'person' && reading.person).toEqual({ ...EXPECTED_CARD_DATA, ...document });
  });

  it('the card camera returns null for an image without machine-readable lines', async () => {
    expect(readMrzLines(blankPicture(640, 480))).toBeNull();
    expect(readMrzLines(blankPicture(8, 8, 0))).toBeNull();
    const flat = await readMrzPicture('card');
    const half = { ...flat, gray: flat.gray.slice(0, flat.gray.length / 2), height: flat.height / 2 };
    expect(readMrzLines(photographPicture(half, NEAR_SHOT_SETTINGS))).toBeNull();
  });
});

describe('P10.30 agreement of several frames on the machine-readable lines', () => {
  const read = (name: string, isChecked = true) => ({ text: `lines of ${name}` as never, isChecked });
  const agreementAfter = (...reads: (ReturnType<typeof read> | null)[]) => reads.map(createFrameAgreement());

  it('the camera accepts the machine-readable lines of a card when two frames show the same text', () => {
    expect(agreementAfter(read('A'), read('A'))).toEqual([null, 'lines of A']);
    expect(agreementAfter(read('A'), null, read('A'))).toEqual([null, null, 'lines of A']);
    expect(agreementAfter(read('A'), read('B'), read('A'))).toEqual([null, null, null]);
  });

  it('the camera accepts the machine-readable lines of a card despite wrong check digits when five frames show the same text', () => {
    const bad = read('A', false);
    expect(agreementAfter(bad, bad, bad, bad, bad)).toEqual([null, null, null, null, 'lines of A']);
  });
});

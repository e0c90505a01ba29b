import { drawCardWithCode } from '#tests/support/cards/code-picture.ts';
import { ANA_CARDHOLDER, cardCodeText, type Cardholder } from '#tests/support/cards/invented-card.ts';
import { PLAIN_SHOT, photographPicture } from '#tests/support/cards/picture.ts';
import type { BenchPatient } from './receptionist.ts';

let patientCount = 0;
export function newPatient(): BenchPatient {
  patientCount += 1;
  return {
    document: `99980003${String(patientCount).padStart(2, '0')}`,
    first_name: 'Zoraida',
    last_name: 'Yturralde',
    second_last_name: 'Perea',
    birth_date: '1984-07-19',
    gender: 'F',
    job: ['coci', 'Cocinero'],
  };
}
export const cardholderOf = ({
  document,
  first_name,
  last_name,
  second_last_name,
  birth_date,
  gender,
}: BenchPatient): Cardholder => ({
  ...ANA_CARDHOLDER,
  number: document,
  first_name: first_name.toUpperCase(),
  middle_name: '',
  last_name: last_name.toUpperCase(),
  second_last_name: second_last_name.toUpperCase(),
  birth_date,
  sex: gender,
});

/** Returns camera frames of a card that is first tilted and then straight. */
export const createCardFrames = (holder: Cardholder) =>
  [5, 3, 2, 1, 0.5, 0].map((degrees, seed) =>
    photographPicture(drawCardWithCode(cardCodeText(holder)), {
      ...PLAIN_SHOT,
      degrees,
      tilt: 0.02,
      blur: 0.6,
      noise: 8,
      glare: 15,
      seed,
    }),
  );

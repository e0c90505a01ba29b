// Reception's screens with people that a company announced for today.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { replaceExpectedDay } from '#storage/cache/expected-day.ts';
import { saveDraftPicture } from '#storage/drafts/drafts.ts';
import { ANA_ID, randomPicture } from '../device/device.ts';
import { EXPECTED_LIST, EXPECTED_PLACE, createExpectedPersonOnDevice } from '../device/expected.ts';
import { DOCUMENT_NUMBER, EMPLOYER_ID, EVALUATION_TYPE_ID, findButton } from './reception.tsx';

export const TODAY = bogotaDay(Date.now());
export const LIST = {
  ...EXPECTED_LIST,
  company: { ...EXPECTED_LIST.company, id: EMPLOYER_ID, name: 'Flores' },
};
export const ANNOUNCED = createExpectedPersonOnDevice(17, {
  identification_number: DOCUMENT_NUMBER,
  first_name: 'Zoraida',
  last_name: 'Yturralde',
  birth_date: '1984-07-19',
  gender: 'F',
  occupation_name: 'Soldadora',
  package_job: 'Trabajo en alturas',
  evaluation_type: { id: EVALUATION_TYPE_ID, name: 'Ingreso', code: 'C' },
});

/** Stores `ANNOUNCED` with each of these changes as the people of a day. */
export const storeDay = (day: string, ...people: readonly Partial<ExpectedPerson>[]) =>
  replaceExpectedDay(
    { ...EXPECTED_PLACE, day },
    { lists: [LIST], people: people.map((changes) => ({ ...ANNOUNCED, ...changes })), cursor: 'c1' },
    Date.now(),
  );
export const storeToday = (...people: readonly Partial<ExpectedPerson>[]) => storeDay(TODAY, ...people);

/** Stores a signature, because happy-dom has no canvas to sign on in the last step. */
export const storeSignature = () =>
  saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));

export const press = async (name: string) => userEvent.click(await findButton(name));

export async function openExpectedToday() {
  await userEvent.click(await screen.findByRole('button', { name: /^Esperadas hoy: \d+$/ }));
  return screen.findByRole('dialog', { name: 'Esperadas hoy' });
}

import '#tests/support/device/indexeddb.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { replaceExpectedDay, updateExpectedDay } from '#storage/cache/expected-day.ts';
import { ANA_ID, anaAccount, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  createExpectedPersonOnDevice,
  EXPECTED_LIST,
  EXPECTED_PLACE,
} from '#tests/support/device/expected.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { RepeatedRegistrations } from './repeated.tsx';

const [FIRST_ID, SECOND_ID] = [
  'dddddddd-0000-4000-8000-000000000001',
  'dddddddd-0000-4000-8000-000000000002',
];
const REPEATED_TEXT = '1 persona con más de un registro';

const createRegistered = (repeated: readonly string[], revision: number): ExpectedPerson =>
  createExpectedPersonOnDevice(17, {
    status: {
      state: 'registered',
      at: new Date().toISOString(),
      evaluation_id: FIRST_ID,
      repeated: [...repeated],
      settled: [],
      other_document: [],
    },
    revision,
  });

const today = () => ({ ...EXPECTED_PLACE, day: bogotaDay(Date.now()) });
const storeToday = (person: ExpectedPerson) =>
  replaceExpectedDay(today(), { lists: [EXPECTED_LIST], people: [person], cursor: 'c1' }, Date.now());

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

it('P11.83 the pending page shows people with several registrations as soon as the device knows them, with a link to their list', async () => {
  await storeToday(createRegistered([], 1));
  renderScreen(<RepeatedRegistrations account={anaAccount} />);
  await updateExpectedDay(today(), { people: [createRegistered([SECOND_ID], 2)] });
  expect(await screen.findByText(REPEATED_TEXT)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Decidir en la citación de Minas del Norte' });
  expect(link.getAttribute('href')).toBe(`/expected/${EXPECTED_LIST.id}?state=unsettled`);
  await updateExpectedDay(today(), { people: [createRegistered([], 3)] });
  await expect.poll(() => screen.queryByText(REPEATED_TEXT)).toBeNull();
});

it('P11.83 the pending page shows the people only to users who may register patients', async () => {
  await storeToday(createRegistered([SECOND_ID], 1));
  renderScreen(
    <>
      <RepeatedRegistrations account={{ ...anaAccount, actions: ['manage_evaluations'] }} />
      <RepeatedRegistrations account={anaAccount} />
    </>,
  );
  expect(await screen.findAllByText(REPEATED_TEXT)).toHaveLength(1);
});

import type { ExpectedDay, ExpectedDayList } from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';
import { ANA_ID, BRANCH_ID } from './device.ts';

export const EXPECTED_DAY = '2026-12-01';
export const EXPECTED_PLACE = { ownerId: ANA_ID, branchId: BRANCH_ID, day: EXPECTED_DAY };

export const EXPECTED_LIST: ExpectedDayList = {
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  company: { id: 'bbbbbbbb-0000-4000-8000-000000000001', name: 'Minas del Norte', code: '900123456' },
  brigade: null,
  status: { state: 'open' },
};

/** Returns the invented person with this number. */
export const createExpectedPersonOnDevice = (
  number: number,
  changes: Partial<ExpectedPerson> = {},
): ExpectedPerson => ({
  id: `cccccccc-0000-4000-8000-${String(number).padStart(12, '0')}`,
  list_id: EXPECTED_LIST.id,
  identification_type: 'CC',
  identification_number: String(9_999_000_000 + number),
  ...(buildPerPatientField(() => null) as object),
  first_name: 'Zoraida',
  last_name: `Yturralde${number}`,
  evaluation_type: null,
  package_job: null,
  hour: null,
  phone: null,
  email: null,
  notes: null,
  additional_fields: [],
  status: { state: 'expected' },
  revision: 1,
  ...changes,
});

export const createExpectedPeopleOnDevice = (count: number): ExpectedPerson[] =>
  Array.from({ length: count }, (_none, number) => createExpectedPersonOnDevice(number));

/** Returns a page of the people of `EXPECTED_DAY` as the server sends it. */
export const createExpectedDayPage = (changes: Partial<ExpectedDay> = {}): ExpectedDay => ({
  day: EXPECTED_DAY,
  complete: true,
  lists: [EXPECTED_LIST],
  people: [],
  next: null,
  cursor: 'c1',
  ...changes,
});

import type { ExpectedList, ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';

export const LIST_ID = '44444444-4444-4444-8444-444444444444';

export const createList = (patch: Partial<ExpectedList> = {}): ExpectedList => ({
  id: LIST_ID,
  company: { id: '33333333-3333-4333-8333-333333333333', name: 'Flores Demo', code: 'FLO' },
  day: '2026-12-01',
  brigade: 'Mina Norte',
  status: { state: 'open' },
  created_at: '2026-11-30T20:00:00Z',
  created_by: 'Ana',
  counts: { expected: 2, arrived: 1, registered: 0, no_show: 0, cancelled: 0 },
  repeated: 0,
  ...patch,
});
export const createPerson = (nth: number, patch: Partial<ExpectedPerson> = {}): ExpectedPerson => ({
  id: `55555555-5555-4555-8555-55555555555${nth}`,
  list_id: LIST_ID,
  identification_type: 'CC',
  identification_number: `102030405${nth}`,
  first_name: `Zoraida${nth}`,
  middle_name: null,
  last_name: 'Gil',
  second_last_name: null,
  birth_date: null,
  gender: null,
  occupation_name: 'Soldador',
  evaluation_type: { id: 't', name: 'Ingreso', code: 'ING' },
  package_job: null,
  hour: '07:30',
  phone: null,
  email: null,
  notes: null,
  additional_fields: [],
  status: { state: 'expected' },
  revision: 1,
  ...patch,
});

import { describe, expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import {
  selectCachedEvaluationPage,
  matchesReferenceOrFilters,
  type EvaluationListFilters,
} from './list-query.ts';

const createSampleCompany = (id: string) => ({ id, name: 'Flores', code: 'F' });
const createListedEvaluation = (patch: Partial<Evaluation> = {}): Evaluation => ({
  id: 'e1',
  status: 'pendiente',
  started_at: '2026-11-20T11:47:00Z',
  closed_at: null,
  additional_info: null,
  patient: {
    id: 'p1',
    identification_type: 'CC',
    identification_number: '9.999.000.041',
    first_name: 'Yuli',
    middle_name: null,
    last_name: 'Ñungo',
    second_last_name: 'Álvarez',
  },
  evaluation_type: createSampleCompany('t'),
  employer_company: createSampleCompany('c1'),
  contractor_company: null,
  doctor: null,
  exam_orders: [],
  notes: [],
  media: [],
  ...patch,
});
const openEvaluationFilters: EvaluationListFilters = {
  statuses: ['pendiente', 'en_proceso'],
  search: '',
  from: '',
  to: '',
  companyId: '',
};
const isListed = (filters: Partial<EvaluationListFilters>, patch: Partial<Evaluation> = {}) =>
  matchesReferenceOrFilters(createListedEvaluation(patch), { ...openEvaluationFilters, ...filters });

describe('R3 P10.52 order of the offline list', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
  const three = days.map((day) => createListedEvaluation({ id: day, started_at: `${day}T11:00:00Z` }));
  const order = (statuses: EvaluationListFilters['statuses'], page = 1) =>
    selectCachedEvaluationPage(three, { ...openEvaluationFilters, statuses }, { page, size: 2 }).items.map(
      ({ id }) => id,
    );

  it('the offline list begins with the longest waiting patient if it has only open evaluations, otherwise with the newest evaluation', () => {
    expect(order(['pendiente', 'en_proceso'])).toEqual(['2026-11-18', '2026-11-19']);
    expect(order(['pendiente'], 2)).toEqual(['2026-11-20']);
    expect(order(['pendiente', 'cerrada'])).toEqual(['2026-11-20', '2026-11-19']);
  });
});

it('P10.273 the offline list shows the aptitude of closed evaluations only', () => {
  const decisions = { ...NO_DECISIONS, aptitude: 'no_apto' as const };
  const both = [
    createListedEvaluation({ id: 'open', status: 'en_proceso', decisions }),
    createListedEvaluation({ id: 'closed', status: 'cerrada', decisions }),
  ];
  const statuses: EvaluationListFilters['statuses'] = ['en_proceso', 'cerrada'];
  const { items } = selectCachedEvaluationPage(
    both,
    { ...openEvaluationFilters, statuses },
    { page: 1, size: 9 },
  );
  expect(Object.fromEntries(items.map(({ id, aptitude }) => [id, aptitude]))).toEqual({
    open: null,
    closed: 'no_apto',
  });
});

describe('R3 filters, pages and columns of the offline list', () => {
  it.each([
    ['yuli nungo', true],
    ['ALVAREZ', true],
    ['9999000041', true],
    ['9.999', true],
    ['yuli gómez', false],
  ])(
    'the offline list finds patients by document or name, ignoring case and accents: %s',
    (search, found) => {
      expect(isListed({ search })).toBe(found);
    },
  );

  it('the offline list filters by status, company and days in Bogotá, both days included', () => {
    expect(isListed({ statuses: ['cerrada'] })).toBe(false);
    expect(isListed({ companyId: 'c2' })).toBe(false);
    const late = { started_at: '2026-11-21T04:59:59Z' };
    expect(isListed({ from: '2026-11-20', to: '2026-11-20' }, late)).toBe(true);
    expect(isListed({ from: '2026-11-21' }, late)).toBe(false);
    expect(isListed({ to: '2026-11-20' }, { started_at: '2026-11-21T05:00:00Z' })).toBe(false);
  });

  it('the offline list is divided into pages and starts with the newest evaluation', () => {
    const many = Array.from({ length: 12 }, (_, nth) =>
      createListedEvaluation({
        id: `e${nth}`,
        started_at: new Date(Date.UTC(2026, 10, 1 + nth)).toISOString(),
      }),
    );
    const withClosed: EvaluationListFilters = {
      ...openEvaluationFilters,
      statuses: ['pendiente', 'cerrada'],
    };
    const page = selectCachedEvaluationPage(many, withClosed, { page: 2, size: 10 });
    expect(page.total).toBe(12);
    expect(page.items.map(({ id }) => id)).toEqual(['e1', 'e0']);
  });
});

describe('P10.379 offline search for one evaluation', () => {
  const closings = [{ number: 'BOG-2026-000123', code: '7KQ2-9M4X-HJ3T' }];
  const signed = { id: '1a2B3c4d-0000-4000-8000-000000000009', status: 'cerrada', closings } as object;

  it.each([
    'BOG-2026-000123',
    'N.º BOG-2026-000123',
    'bog 2026 123',
    '7KQ2-9M4X-HJ3T',
    '7kq29m4xhj3t',
    '1A2B3C4D',
    '1a2b3c4d-0000-4000-8000-000000000009',
  ])('the offline list finds an evaluation by %s, whatever the other filters', (search) =>
    expect(isListed({ search, companyId: 'c2', to: '2020-01-01' }, signed)).toBe(true),
  );

  it.each(['BOG-2026-000124', 'MED-2026-000123', '7KQ2-9M4X-HJ3V', '1A2B3C4E', '1A2B', 'BOG'])(
    'the offline list does not find an evaluation by %s',
    (search) => expect(isListed({ search }, signed)).toBe(false),
  );
});

it("P10.321 the offline list shows the patient's job, and the age on the day of the visit; an unknown value is null", () => {
  const known = { birth_date: '1990-11-20', occupation_name: 'Soldadora' };
  const both = [
    createListedEvaluation({ id: 'known', patient: { ...createListedEvaluation().patient, ...known } }),
    createListedEvaluation({ id: 'unknown' }),
  ];
  const { items } = selectCachedEvaluationPage(both, openEvaluationFilters, { page: 1, size: 2 });
  const facts = items.map(({ id, patient }) => [id, patient.age, patient.occupation_name]);
  expect(facts).toEqual([
    ['unknown', null, null],
    ['known', 36, 'Soldadora'],
  ]);
});

it('P10.322 the offline list shows the signed version of a closed evaluation, and none for a reopened evaluation', () => {
  const signed = { version: 1, closed_at: '2026-11-20T15:00:00Z' };
  const both = [
    createListedEvaluation({ id: 'closed', status: 'cerrada', ...signed }),
    createListedEvaluation({ id: 'reopened', status: 'en_proceso', ...signed }),
  ];
  const statuses: EvaluationListFilters['statuses'] = ['en_proceso', 'cerrada'];
  const { items } = selectCachedEvaluationPage(
    both,
    { ...openEvaluationFilters, statuses },
    { page: 1, size: 2 },
  );
  expect(items.map(({ id, closing }) => [id, closing])).toEqual([
    ['closed', signed],
    ['reopened', null],
  ]);
});

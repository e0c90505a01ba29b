import { expect, it } from 'vitest';
import type { DatedEvaluationList } from '#sync/reads/evaluations/evaluations.ts';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { parseWorklistStatus, worklistAddress, toWorklist, worklistQuery } from './worklist.ts';

const createArrival = (nth: number, minute: number, status: 'pendiente' | 'cerrada') =>
  toEvaluationListItem(sampleEvaluation(nth, { status, started_at: `2026-11-20T11:${minute}:00Z` }));
const createEvaluationList = (
  items: DatedEvaluationList['items'],
  total = items.length,
): DatedEvaluationList => ({
  items,
  total,
  fetchedAt: 0,
  source: 'provider',
});
const toEvaluationNumbers = ({ items }: { items: readonly { id: string }[] }) =>
  items.map(({ id }) => Number(id.slice(0, 8)));

it("P10.179 today's list sorts open evaluations by waiting time when the server returns the newest first", () => {
  const answered = createEvaluationList([
    createArrival(3, 50, 'pendiente'),
    createArrival(1, 20, 'pendiente'),
    createArrival(2, 30, 'pendiente'),
  ]);
  expect(toEvaluationNumbers(toWorklist(answered, 'pendiente'))).toEqual([1, 2, 3]);
});

it("P10.179 today's list sorts closed evaluations with the newest first", () => {
  const answered = createEvaluationList([createArrival(1, 20, 'cerrada'), createArrival(2, 30, 'cerrada')]);
  expect(toEvaluationNumbers(toWorklist(answered, 'cerrada'))).toEqual([2, 1]);
});

it("P10.180 today's list neither shows nor counts a patient whose evaluation was signed after the cached response", () => {
  const kept = createEvaluationList([createArrival(1, 20, 'cerrada'), createArrival(2, 30, 'pendiente')], 5);
  expect(toWorklist(kept, 'pendiente')).toMatchObject({ items: [{ status: 'pendiente' }], total: 4 });
});

it("P11.36 today's list of waiting patients neither shows nor counts an evaluation that repeats another one", () => {
  const repetitionOf = (state: 'unsettled' | 'keep' | 'repeats') => ({
    repetition: { state, evaluation_id: createArrival(9, 10, 'pendiente').id },
  });
  const items = [
    { ...createArrival(1, 20, 'pendiente'), ...repetitionOf('unsettled') },
    { ...createArrival(2, 30, 'pendiente'), ...repetitionOf('repeats') },
    { ...createArrival(3, 40, 'pendiente'), ...repetitionOf('keep') },
    { ...createArrival(4, 50, 'cerrada'), ...repetitionOf('repeats') },
  ];
  const waiting = toWorklist(createEvaluationList(items.slice(0, 3), 5), 'pendiente');
  expect(toEvaluationNumbers(waiting)).toEqual([1, 3]);
  expect(waiting.total).toBe(4);
  expect(toEvaluationNumbers(toWorklist(createEvaluationList(items.slice(3)), 'cerrada'))).toEqual([4]);
});

it("P10.180 today's list sends a query of the base contract: one status, one day, no search text", () => {
  expect(worklistQuery('en_proceso', '2026-11-20')).toEqual({
    filters: { statuses: ['en_proceso'], search: '', from: '2026-11-20', to: '2026-11-20', companyId: '' },
    page: 1,
    size: 100,
  });
});

it.each([
  ['', 'pendiente'],
  ['?status=cerrada', 'cerrada'],
  ['?status=en_proceso', 'en_proceso'],
  ['?status=otra', 'pendiente'],
] as const)("P10.179 the address %j of today's list selects the tab of the status %s", (search, status) => {
  expect(parseWorklistStatus(new URLSearchParams(search))).toBe(status);
});

it("P10.179 the URL of today's list omits the default status", () => {
  expect(worklistAddress('pendiente')).toBe('/evaluations/today');
  expect(worklistAddress('cerrada')).toBe('/evaluations/today?status=cerrada');
});

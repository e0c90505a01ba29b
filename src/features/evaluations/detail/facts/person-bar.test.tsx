import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { findNotesRegion, renderEvaluation } from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

type ObservedIntersection = Pick<IntersectionObserverEntry, 'isIntersecting'> & {
  boundingClientRect: { bottom: number };
};
let reportIntersection: (entry: ObservedIntersection) => void;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: ObservedIntersection[]) => void) {
        reportIntersection = (entry) => told([entry]);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});

const evaluationWithPatientData = sampleEvaluation(1, {
  patient: {
    ...sampleEvaluation(1).patient,
    birth_date: '1990-04-12',
    gender: 'F',
    occupation_name: 'Operaria de cultivo',
  },
});
const PATIENT_FACTS_TEXT = '36 años · Femenino · Operaria de cultivo';

it.each([
  ['of today', new Date().toISOString(), 'Turno B-14'],
  ['of another day with that day', '2026-11-20T11:47:00Z', 'Turno B-14 del 20/11/2026'],
])(
  'P10.188 P10.239 the patient bar shows age, sex and job next to the name, and a queue number %s',
  async (_when, started_at, turn) => {
    renderEvaluation({ ...evaluationWithPatientData, turn: 'B-14', started_at });
    await findNotesRegion();
    expect(screen.getByText(PATIENT_FACTS_TEXT)).toBeTruthy();
    const title = screen.getByRole('heading', { level: 1 });
    expect(screen.getByText(turn).parentElement).toBe(title.parentElement);
  },
);

it('P10.188 P10.239 the patient bar omits unknown data and a missing queue number', async () => {
  renderEvaluation(sampleEvaluation(1, { turn: null }));
  await findNotesRegion();
  expect(screen.queryByText(/Turno/)).toBeNull();
  expect(screen.getByText('Paciente').nextSibling?.textContent).toBe('Zoraida Quiñones');
});

it("P10.188 the patient bar appears when the patient's data have scrolled out of view, and is hidden from screen readers", async () => {
  renderEvaluation(evaluationWithPatientData);
  await findNotesRegion();
  const bar = () => screen.queryByText(`${PATIENT_FACTS_TEXT} · CC 9999000001 · Ingreso`);
  expect(bar()).toBeNull();
  act(() => reportIntersection({ isIntersecting: false, boundingClientRect: { bottom: -40 } }));
  expect(bar()?.closest('[aria-hidden="true"]')).toBeTruthy();
  act(() => reportIntersection({ isIntersecting: true, boundingClientRect: { bottom: 300 } }));
  expect(bar()).toBeNull();
});

const previousVisit = {
  id: '00000009-0000-4000-8000-000000000000',
  closed_at: '2026-03-13T02:30:00Z',
  notes: [],
};

it.each([
  ['links the previous visit', previousVisit, '12 mar 2026'],
  ['states that the patient has no previous visit', null, 'Ninguna en esta sede'],
])('P10.435 the top of the page shows the photo and %s', async (_what, previous_visit, shown) => {
  renderEvaluation({ ...evaluationWithPatientData, previous_visit });
  await findNotesRegion();
  const value = screen.getByText('Visita anterior').nextElementSibling;
  expect(value?.textContent).toBe(shown);
  expect(value?.querySelector('a')?.getAttribute('href')).toBe(
    previous_visit ? `/evaluations/${previous_visit.id}` : undefined,
  );
  const patient = screen.getByText('Paciente').nextElementSibling;
  expect(patient?.firstElementChild?.className).toContain('photo');
});

it('P10.435 the top of the page omits the previous visit when the server names none', async () => {
  renderEvaluation(evaluationWithPatientData);
  await findNotesRegion();
  expect(screen.queryByText('Visita anterior')).toBeNull();
});

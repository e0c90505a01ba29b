// In jsdom: the turn in the rows of the list, and with what this device has not sent.
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { renderReading } from '#tests/support/screens/render-reading.tsx';
import { listItemOf, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { OwnUnsent } from './own-unsent.tsx';
import { Rows } from './rows.tsx';

const calls = vi.hoisted(() => ({ entries: [] as unknown[] }));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/render-reading.tsx')).useQueryOnce,
}));
vi.mock('#storage/outbox/entries.ts', () => ({
  listEntries: () => Promise.resolve(calls.entries),
  syncSummary: () => Promise.resolve({ unsent: calls.entries.length, attention: 0, sending: 0 }),
}));

const now = () => new Date().toISOString();

/** What stands in the first cell. */
function patientOf(patch: Partial<EvaluationListItem>) {
  const item = { ...listItemOf(sampleEvaluation(1)), ...patch };
  renderReading(
    <Rows items={[item]} opens from="/evaluations" busy={false} />,
    '/evaluations',
    '/evaluations',
  );
  const [, row] = screen.getAllByRole('row');
  return row && within(row).getAllByRole('cell')[0]?.textContent;
}

it('P10.239 the turn stands under the name of who came today, said as one calls it', () =>
  expect(patientOf({ turn: 'B-14', started_at: now() })).toBe('Zoraida QuiñonesTurno B-14 Sin contratante'));

it.each([
  ['who came another day', { turn: 'B-14', started_at: '2026-11-20T11:47:00Z' }],
  ['who has none', { turn: null, started_at: now() }],
  ['a provider that tells none', { started_at: now() }],
])('P10.239 no turn is said of %s', (_who, patch) =>
  expect(patientOf(patch)).toBe('Zoraida QuiñonesSin contratante'),
);

it('P10.239 the turn stands with what this device has not sent', async () => {
  const labels = { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null };
  calls.entries = [
    {
      id: '1',
      kind: 'registration',
      standing: 'on_its_way',
      capturedAt: Date.now(),
      turn: 'B-15',
      summary: {
        patientName: 'Bruno Gil',
        identificationType: 'CC',
        identificationNumber: '9999000033',
        labels,
      },
    },
  ];
  renderReading(<OwnUnsent ownerId="ana" />, '/evaluations', '/evaluations');
  const name = await screen.findByText('Bruno Gil');
  expect(name.parentElement?.textContent).toMatch(/^Bruno GilTurno B-15 CC /);
});

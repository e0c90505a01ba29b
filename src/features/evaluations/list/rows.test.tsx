// Renders rows of the list in happy-dom.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { renderReadScreen } from '#tests/support/screens/render-read-screen.tsx';
import { listItemOf, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { EvaluationRows } from './rows.tsx';

/** Returns the text of the cell in this column, for each row. */
function cellsOf(column: number, ...patches: Partial<EvaluationListItem>[]) {
  const items = patches.map((patch, nth) => ({ ...listItemOf(sampleEvaluation(nth + 1)), ...patch }));
  renderReadScreen(<EvaluationRows items={items} opens from="/evaluations" busy={false} />, '/evaluations');
  const [, ...rows] = screen.getAllByRole('row');
  return rows.map((row) => within(row).getAllByRole('cell')[column]?.textContent);
}

it('P10.273 a closed row shows the aptitude under the status, and no text when no aptitude was chosen', () =>
  expect(cellsOf(4, { status: 'cerrada', aptitude: 'no_apto' }, { status: 'cerrada' })).toEqual([
    'CerradaNo apto',
    'Cerrada',
  ]));

it('P10.239 only rows of today’s patients show the queue number under the name', () => {
  const started_at = new Date().toISOString();
  const cells = cellsOf(
    0,
    { turn: 'B-14', started_at },
    { turn: 'B-14', started_at: '2026-11-20T11:47:00Z' },
    { turn: null, started_at },
    { started_at },
  );
  const without = 'Zoraida QuiñonesSin contratante';
  expect(cells).toEqual(['Zoraida QuiñonesTurno B-14 Sin contratante', without, without, without]);
});

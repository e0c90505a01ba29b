import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { EvaluationRows } from './rows.tsx';

function renderColumnTexts(column: number, ...patches: Partial<EvaluationListItem>[]) {
  const items = patches.map((patch, nth) => ({
    ...toEvaluationListItem(sampleEvaluation(nth + 1)),
    ...patch,
  }));
  const unsaved = new Set([sampleEvaluation(3).id]);
  renderReadScreen(
    <EvaluationRows items={items} opens from="/evaluations" busy={false} unsaved={unsaved} />,
    '/evaluations',
  );
  const [, ...rows] = screen.getAllByRole('row');
  return rows.map((row) => within(row).getAllByRole('cell')[column]?.textContent);
}

it('P10.273 the row of a closed evaluation shows the aptitude below the status, if one was chosen', () =>
  expect(renderColumnTexts(4, { status: 'cerrada', aptitude: 'no_apto' }, { status: 'cerrada' })).toEqual([
    'CerradaNo apto',
    'Cerrada',
  ]));

it('P10.239 the row of a patient shows the queue number below the name only on the day of the visit', () => {
  const started_at = new Date().toISOString();
  const cells = renderColumnTexts(
    0,
    { turn: 'B-14', started_at },
    { turn: 'B-14', started_at: '2026-11-20T11:47:00Z' },
    { turn: null, started_at },
    { started_at },
  );
  const without = 'Zoraida QuiñonesSin contratante';
  expect(cells).toEqual(['Zoraida QuiñonesTurno B-14 Sin contratante', without, without, without]);
});

it('P11.49 P11.85 tags show a further evaluation of an announced person, unless a user decided to keep it, and unsaved texts', () => {
  const repetitionOf = (state: 'unsettled' | 'keep' | 'repeats') => ({
    repetition: { state, evaluation_id: sampleEvaluation(9).id },
  });
  const patches = (['unsettled', 'keep', 'repeats'] as const).map(repetitionOf);
  expect(renderColumnTexts(4, ...patches, {})).toEqual([
    'En procesoRegistro repetido',
    'En proceso',
    'En procesoRepite a otraSin guardar',
    'En proceso',
  ]);
});

// Renders rows of the list in jsdom.
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { renderReading } from '#tests/support/screens/render-reading.tsx';
import { listItemOf, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { Rows } from './rows.tsx';

function statusOf(patch: Partial<EvaluationListItem>) {
  const item = { ...listItemOf(sampleEvaluation(1)), ...patch };
  renderReading(<Rows items={[item]} opens from="/evaluations" busy={false} />, '/evaluations');
  const [, row] = screen.getAllByRole('row');
  return row && within(row).getAllByRole('cell')[4]?.textContent;
}

describe('P10.273 the aptitude of a closed row', () => {
  it('P10.273 is written under the status', () =>
    expect(statusOf({ status: 'cerrada', aptitude: 'no_apto' })).toBe('CerradaNo apto'));

  it('P10.273 is not stated where none was chosen', () =>
    expect(statusOf({ status: 'cerrada' })).toBe('Cerrada'));
});

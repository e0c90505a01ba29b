import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { findNotesRegion, renderEvaluation } from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const NO_EXAMS_TEXT = 'Esta evaluación aún no tiene exámenes.';

it('P2.40 the results panel says that an evaluation has no exams only until the doctor adds one', async () => {
  renderEvaluation(sampleEvaluation(1, { exam_orders: [] }));
  await findNotesRegion();
  expect(screen.getByText(NO_EXAMS_TEXT)).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Agregar un examen' }));
  await userEvent.click(await screen.findByRole('option', { name: /Visiometría/ }));
  expect(await screen.findByText('Exámenes por agregar')).toBeTruthy();
  expect(screen.queryByText(NO_EXAMS_TEXT)).toBeNull();
});

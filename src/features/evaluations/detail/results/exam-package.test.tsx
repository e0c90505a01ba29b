// In jsdom: what is proposed for an evaluation without exams.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { button, calls, closed, opened, show } from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const bare = sampleEvaluation(1, { exam_orders: [] });
const examOf = (nth: number) => ({ id: `x${nth}`, name: `Examen ${nth}`, code: `E${nth}` });
const packageOf = (count: number) =>
  calls.fetchExamPackages.mockResolvedValue({
    items: [
      {
        evaluation_type: bare.evaluation_type,
        job: null,
        exams: Array.from({ length: count }, (_, nth) => examOf(nth)),
        revision: 1,
      },
    ],
    fetchedAt: Date.now(),
  });
const ADD = 'Agregar los 3 exámenes del paquete Ingreso';

it('P10.185 the package is proposed, nothing is added unasked, and one tap adds each exam once', async () => {
  packageOf(3);
  show(bare);
  await opened();
  const add = await screen.findByRole('button', { name: ADD });
  expect(screen.queryByRole('region', { name: 'Exámenes por agregar' })).toBeNull();
  expect(calls.saved).toEqual([]);
  await userEvent.dblClick(add);
  const added = within(await screen.findByRole('region', { name: 'Exámenes por agregar' }));
  expect(added.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    'Resultado de Examen 0',
    'Resultado de Examen 1',
    'Resultado de Examen 2',
  ]);
  expect(screen.queryByRole('button', { name: ADD })).toBeNull();
  expect(calls.saveResults).not.toHaveBeenCalled();
  expect(button('Guardar resultados').disabled).toBe(false);
});

it('P10.185 one exam is one', async () => {
  packageOf(1);
  show(bare);
  expect(await screen.findByRole('button', { name: 'Agregar el examen del paquete Ingreso' })).toBeTruthy();
});

it.each([
  ['that has an exam', sampleEvaluation(1)],
  ['that is closed', { ...closed, exam_orders: [] }],
])('P10.185 to one %s nothing is proposed, and nothing is asked', async (_what, evaluation) => {
  packageOf(3);
  show(evaluation);
  await opened();
  expect(screen.queryByRole('button', { name: ADD })).toBeNull();
  expect(calls.fetchExamPackages).not.toHaveBeenCalled();
});

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { renderEvaluation } from '#tests/support/screens/evaluation-screen.tsx';

const printedOnHistoryOnly = { on_history: true, on_concept: false };
const createNumberedFieldValue = (
  nth: number,
  name: string,
  kind: 'number' | 'date' | 'yes_no',
  value: string,
) => ({
  ...createFieldValue(createAdditionalField(nth, { name, kind }), value),
  ...printedOnHistoryOnly,
});

it("P10.355 the evaluation page shows the values of additional fields formatted, and 'Falta' for a required field without a value", async () => {
  renderEvaluation(
    sampleEvaluation(1, {
      additional_fields: [
        createNumberedFieldValue(1, 'Peso', 'number', '70.5'),
        createNumberedFieldValue(2, 'Afiliado desde', 'date', '2019-08-05'),
        createNumberedFieldValue(3, 'Sindicato', 'yes_no', 'no'),
        {
          ...createFieldValue(createAdditionalField(4, { name: 'EPS' }), ''),
          ...printedOnHistoryOnly,
          value: null,
        },
      ],
    }),
  );
  const facts = within(await screen.findByRole('region', { name: 'Datos adicionales' }));
  expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Peso',
    'Afiliado desde',
    'Sindicato',
    'EPS',
  ]);
  expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '70,5',
    '05/08/2019',
    'No',
    'Falta',
  ]);
});

it("P10.355 the evaluation page has no section 'Datos adicionales' when the evaluation has no additional fields", async () => {
  renderEvaluation(sampleEvaluation(1, { additional_fields: [] }));
  await screen.findByText('Empresa empleadora');
  expect(screen.queryByText('Datos adicionales')).toBeNull();
});

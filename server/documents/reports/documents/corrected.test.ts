import { expect, it } from 'vitest';
import { correctedAdditionalFieldPath } from '#domain/evaluation/corrections.ts';
import { SAMPLE_SIGNED_VERSION } from '#tests/support/documents/report-sample.ts';
import { printedCorrections } from './corrected.ts';

const [PRINTED, UNPRINTED, REMOVED] = ['1', '2', '3'].map(
  (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
);

it('P10.348 the clinical history prints corrections of additional fields only if the clinic prints these fields in the history', () => {
  const value = { name: 'EPS', subject: 'visit', kind: 'text', value: 'Sura', on_concept: false } as const;
  const [printed] = printedCorrections({
    ...SAMPLE_SIGNED_VERSION,
    additional_fields: [
      { ...value, field_id: PRINTED!, on_history: true },
      { ...value, field_id: UNPRINTED!, on_history: false },
    ],
    corrections: [
      {
        at: '2026-03-06T15:00:00Z',
        by: 'Ana',
        reason: 'Se escribió mal.',
        pictures: [],
        changes: [PRINTED!, UNPRINTED!, REMOVED!].map((id) => ({
          field: correctedAdditionalFieldPath(id),
          before: 'a',
          after: 'b',
        })),
      },
    ],
  });
  expect(printed?.changes.map(({ field }) => field)).toEqual([correctedAdditionalFieldPath(PRINTED!)]);
  expect(printed?.leftOut).toEqual(['Campos adicionales que no salen en la historia.']);
});

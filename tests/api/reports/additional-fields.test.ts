// @module-tag landing
import { beforeAll, describe, expect, it } from 'vitest';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { SAMPLE_SIGNED_VERSION, createReportInput } from '#tests/support/documents/report-sample.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';

type PrintedField = NonNullable<SignedVersionContent['additional_fields']>[number];

const PHONE_FIELD_ID = '11111111-1111-4111-8111-111111111111';
const ORIGIN_FIELD_ID = '22222222-2222-4222-8222-222222222222';
const createPrintedField = (other: Partial<PrintedField>): PrintedField => ({
  field_id: PHONE_FIELD_ID,
  name: 'Teléfono',
  subject: 'patient',
  kind: 'text',
  value: '310 000 0000',
  on_history: true,
  on_concept: false,
  ...other,
});
const PRINTED_FIELDS = [
  createPrintedField({}),
  createPrintedField({
    field_id: ORIGIN_FIELD_ID,
    name: 'Área',
    subject: 'visit',
    value: 'Bodega\n norte',
    on_concept: true,
  }),
  createPrintedField({
    name: 'Ingreso',
    kind: 'date',
    value: '2020-02-01',
    on_history: false,
    on_concept: true,
  }),
  createPrintedField({ name: 'Estatura', kind: 'number', value: '1.62' }),
  createPrintedField({ name: 'Vacunado', kind: 'yes_no', value: 'yes' }),
];

let input: ReportInput;
beforeAll(async () => {
  input = await createReportInput();
});
const readPrintedText = async (kind: 'history' | 'concept', other: Partial<SignedVersionContent>) => {
  const closing = { ...SAMPLE_SIGNED_VERSION, ...other };
  const text = await pdfTextOf(await composeDocument(kind, { ...input, closing }));
  return text.replace(/ +/g, ' ');
};

describe('P10.348 additional fields in the documents', () => {
  it('P10.348 the clinical history prints the additional fields marked for the history, and the concept those marked for the concept', async () => {
    const [history, concept] = [
      await readPrintedText('history', { additional_fields: PRINTED_FIELDS }),
      await readPrintedText('concept', { additional_fields: PRINTED_FIELDS }),
    ];
    for (const printed of ['Teléfono 310 000 0000', 'Área Bodega norte', 'Estatura 1,62', 'Vacunado Sí'])
      expect(history).toContain(printed);
    expect(history).not.toContain('Ingreso 01/02/2020');
    for (const printed of ['Datos adicionales', 'Área Bodega norte', 'Ingreso 01/02/2020'])
      expect(concept).toContain(printed);
    for (const hidden of ['Teléfono', '310 000', 'Estatura', 'Vacunado'])
      expect(concept).not.toContain(hidden);
  });

  it('P10.348 documents of a version without additional fields have no section for them; two concepts of one version have the same bytes', async () => {
    const hidden = [createPrintedField({ on_history: false })];
    for (const kind of ['history', 'concept'] as const)
      for (const additional_fields of [undefined, [], hidden])
        expect(await readPrintedText(kind, { additional_fields })).not.toContain('Datos adicionales');
    const closing = { ...SAMPLE_SIGNED_VERSION, additional_fields: PRINTED_FIELDS };
    const made = [
      await composeDocument('concept', { ...input, closing }),
      await composeDocument('concept', { ...input, closing }),
    ];
    expect(made[0]?.equals(made[1] ?? Buffer.alloc(0))).toBe(true);
  });

  it('P10.348 the clinical history prints corrected additional fields with their labels, but no value of a patient who was replaced', async () => {
    const changes: Correction['changes'] = [
      {
        field: `additional.${PHONE_FIELD_ID}`,
        label: 'Teléfono',
        before: '399 111 1111',
        after: '310 000 0000',
      },
      { field: `additional.${ORIGIN_FIELD_ID}`, label: 'Área', before: 'Taller', after: 'Bodega' },
    ];
    const moved = { field: 'patient', before: 'Carla Mora, CC 9999000001', after: 'Ana Gil' };
    const correction = { at: '2026-03-05T12:00:00Z', by: 'Rita', reason: 'Se equivocó.', pictures: [] };
    const [plain, withMove] = [
      await readPrintedText('history', {
        additional_fields: PRINTED_FIELDS,
        corrections: [{ ...correction, changes }],
      }),
      await readPrintedText('history', {
        additional_fields: PRINTED_FIELDS,
        corrections: [{ ...correction, changes: [moved, ...changes] }],
      }),
    ];
    expect(plain).toContain('Teléfono: 399 111 1111 → 310 000 0000');
    expect(withMove).toContain('Teléfono: otra persona → 310 000 0000');
    expect(withMove).toContain('Área: Taller → Bodega');
    expect(withMove).not.toMatch(/399|Carla/);
  });

  it('P10.292 P10.348 the history of a registration that moved to another patient and back prints no value of that patient', async () => {
    const phone = (before: string, after: string) => [
      { field: `additional.${PHONE_FIELD_ID}`, label: 'Teléfono', before, after },
      { field: 'patient.first_name', before: `N${before}`, after: `N${after}` },
    ];
    const move = (before: string, after: string) => ({ field: 'patient', before, after });
    const correction = { at: '2026-03-05T12:00:00Z', by: 'Rita', reason: 'Se equivocó.', pictures: [] };
    const corrections = [
      { ...correction, changes: phone('Z391', 'Z392') },
      { ...correction, changes: [move('Ana Gil', 'Carla Mora, CC 9999000001'), ...phone('Z392', 'Z393')] },
      { ...correction, changes: [move('Carla Mora, CC 9999000001', 'Ana Gil'), ...phone('Z393', 'Z394')] },
      { ...correction, changes: phone('Z394', 'Z395') },
    ];
    const lines = await readPrintedText('history', { additional_fields: PRINTED_FIELDS, corrections });
    expect(lines.split('Datos de otra persona, que aquí no se muestran.')).toHaveLength(3);
    expect(lines).toContain('Teléfono: otra persona → Z394');
    expect(lines).toContain('Teléfono: Z394 → Z395');
    expect(lines).not.toMatch(/Carla|Z391|Z392|Z393/);
  });
});

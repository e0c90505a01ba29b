// @module-tag landing
import { describe, expect, it } from 'vitest';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import type { PrintedVersion, ReportInput } from '#server/documents/reports/input/input.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import {
  SAMPLE_SIGNED_VERSION,
  createReportInput,
  toPrintedVersion,
} from '#tests/support/documents/report-sample.ts';

const REOPENING_REASON = 'Se corrige el cargo';
const receiptHandedBy = (handed_by: string): PrintedVersion['receipt'] => ({
  items: ['concept'],
  at: '2026-03-06T15:30:00Z',
  handed_by,
  patient: SAMPLE_SIGNED_VERSION.patient,
});
const firstVersion: PrintedVersion = {
  version: 1,
  number: 'BOG-2026-000098',
  closed_at: '2026-03-05T12:00:00Z',
  receipt: receiptHandedBy('Rocío Antes'),
  reopened: { at: '2026-03-05T12:30:00Z', by: 'Luis Reabre', reason: REOPENING_REASON },
};
const secondVersion = toPrintedVersion(SAMPLE_SIGNED_VERSION);
const thirdVersion = {
  ...toPrintedVersion({ ...SAMPLE_SIGNED_VERSION, version: 3 }),
  number: 'BOG-2026-000130',
};

async function printedVersionsText(
  kind: 'concept' | 'history',
  versions: readonly PrintedVersion[],
  closing = {},
) {
  const input: ReportInput = await createReportInput({ ...SAMPLE_SIGNED_VERSION, ...closing });
  return (await pdfTextOf(await composeDocument(kind, { ...input, versions }))).replace(/\s+/g, ' ');
}

describe('P10.278 versions in the clinical history', () => {
  it('P10.278 the clinical history prints for each reopening the number of the replaced version, the reason, the time and the user', async () => {
    const reopened = { at: '2026-03-05T14:30:00Z', by: 'Ana Reabre', reason: 'Faltó un examen' };
    const history = await printedVersionsText(
      'history',
      [firstVersion, { ...secondVersion, reopened }, thirdVersion],
      {
        version: 3,
      },
    );
    expect(history).toContain(
      `Versión 2 · N.º BOG-2026-000123 · 05/03/2026 08:20 Reemplaza a N.º BOG-2026-000098, motivo: ${REOPENING_REASON} Reabierta por Luis Reabre, 05/03/2026 07:30.`,
    );
    expect(history).toContain(
      'Reemplaza a N.º BOG-2026-000123, motivo: Faltó un examen Reabierta por Ana Reabre, 05/03/2026 09:30.',
    );
  });

  it('P10.278 the clinical history lists the document receipts of all versions, and each version without a receipt', async () => {
    const history = await printedVersionsText('history', [
      firstVersion,
      secondVersion,
      { ...thirdVersion, receipt: receiptHandedBy('Rocío Después') },
    ]);
    for (const words of [
      '1 · N.º BOG-2026-000098',
      'Rocío Antes',
      'Versión 2, N.º BOG-2026-000123: sin entrega registrada en el sistema.',
      '3 · N.º BOG-2026-000130',
      'Rocío Después',
    ])
      expect(history).toContain(words);
  });

  it('P10.278 the clinical history prints the patient’s name and document as they were in the version that was handed over', async () => {
    const patient = {
      ...SAMPLE_SIGNED_VERSION.patient,
      first_name: 'Berta',
      identification_number: '9999000055',
    };
    const history = await printedVersionsText('history', [
      { ...firstVersion, receipt: { ...firstVersion.receipt!, patient } },
      secondVersion,
    ]);
    expect(history).toContain('Berta María Gil Núñez, CC 9999000055');
  });

  it('P10.278 the clinical history states that no documents were handed over only if no version has a receipt', async () => {
    const none = await printedVersionsText('history', [{ ...firstVersion, receipt: null }, secondVersion]);
    expect(none.match(/[Ss]in entrega registrada en el sistema/g)).toHaveLength(1);
    expect(await printedVersionsText('history', [firstVersion, secondVersion])).not.toContain(
      'Trabajador Sin entrega',
    );
  });

  it.each([
    [
      'a reopening without a reason',
      { reopened: { ...firstVersion.reopened!, reason: null } },
      'Reabierta por',
    ],
    ['a reopening that was not recorded', { reopened: null }, '6. Entrega'],
  ])('P10.278 the clinical history prints «No registrado» for %s', async (_what, patch, after) => {
    const history = await printedVersionsText('history', [{ ...firstVersion, ...patch }, secondVersion]);
    expect(history).toContain('Reemplaza a N.º BOG-2026-000098, motivo: No registrado');
    expect(history).toContain(after);
  });

  it('P10.278 the clinical history of an evaluation with a single version prints nothing about versions', async () => {
    const history = await printedVersionsText('history', [{ ...secondVersion, version: 1 }], { version: 1 });
    expect(history).not.toMatch(/Reemplaza|Reabierta|Versión 1,/);
  });

  it('P10.278 the clinical history names the versions that it omits', async () => {
    const history = await printedVersionsText('history', [secondVersion, thirdVersion], { version: 3 });
    expect(history).toContain('La versión 1 está en el registro electrónico.');
  });
});

describe('P10.279 number of the replaced version on the concept', () => {
  it('P10.279 the concept prints the number of the version that it replaces, but neither the reason nor the user of the reopening', async () => {
    const concept = await printedVersionsText('concept', [firstVersion, secondVersion], {
      replaces: { version: 1, number: 'BOG-2026-000098' },
    });
    expect(concept).toContain('Reemplaza al N.º BOG-2026-000098 Trabajador');
    for (const words of [REOPENING_REASON, 'Luis Reabre', 'Rocío Antes', 'motivo'])
      expect(concept).not.toContain(words);
  });

  it('P10.279 the concept prints the number of the replaced version from the signed content, whatever the tables contain', async () => {
    const replaces = { version: 1, number: 'BOG-2026-000001' };
    expect(await printedVersionsText('concept', [firstVersion, secondVersion], { replaces })).toContain(
      'Reemplaza al N.º BOG-2026-000001 T',
    );
    expect(
      await printedVersionsText('concept', [firstVersion, secondVersion], { replaces: null }),
    ).not.toContain('Reemplaza');
  });

  it('P10.280 the concept takes the number of the replaced version from the tables when the signed content lacks it', async () => {
    expect(await printedVersionsText('concept', [firstVersion, secondVersion])).toContain(
      'Reemplaza al N.º BOG-2026-000098 T',
    );
    expect(
      await printedVersionsText('concept', [{ ...firstVersion, number: null }, secondVersion]),
    ).toContain('Reemplaza a la versión 1 T');
    expect(await printedVersionsText('concept', [secondVersion])).not.toContain('Reemplaza');
  });
});

// @module-tag landing
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { pageTextsOf, pdfTagTreeOf, pdfTextOf } from '#tests/support/documents/poppler.ts';
import { SAMPLE_SIGNED_VERSION, createReportInput } from '#tests/support/documents/report-sample.ts';

let input: ReportInput;
beforeAll(async () => {
  input = await createReportInput();
});

const sampleStatement: SignatureStatement = {
  signed_at: '2026-03-05T11:47:00.000Z',
  device_id: '3f2a1b0c-0000-4000-8000-000000000001',
  text: { version: '3', sha256: 'a1b2c3d4e5f6'.padEnd(64, '0') },
  witness: null,
};
const witnessedStatement: SignatureStatement = {
  ...sampleStatement,
  witness: {
    reason: 'impedimento_fisico',
    detail: 'Yeso en la mano',
    name: 'Íngrid Peña',
    identification_type: 'CE',
    identification_number: '778899',
  },
};

const createVersionWithStatement = (statement: SignatureStatement): SignedVersionContent => ({
  ...SAMPLE_SIGNED_VERSION,
  media: SAMPLE_SIGNED_VERSION.media.map((item) =>
    item.type === 'signature' ? { ...item, statement } : item,
  ),
});

async function printedTextAndTags(
  kind: 'concept' | 'history',
  statement: SignatureStatement,
): Promise<string> {
  const pdf = await composeDocument(kind, { ...input, closing: createVersionWithStatement(statement) });
  return `${await pdfTextOf(pdf)} ${await pdfTagTreeOf(pdf)}`.replace(/\s+/g, ' ');
}

/** Returns the times of the signatures made at reception, as the document's tags contain them; null if there are none. */
async function printedSignatureTimes(
  kind: 'concept' | 'history',
  closing: SignedVersionContent,
): Promise<string[] | null> {
  const read = (await pdfTagTreeOf(await composeDocument(kind, { ...input, closing }))).replace(/\s+/g, ' ');
  return read.match(/(Tomada en recepción|Firmado el \d)[^"]*?\d\d:\d\d/g);
}

describe('P10.122 printed signing statement', () => {
  it('the clinical history prints the version of the signed text, the beginning of its digest, the time and the device', async () => {
    const text = await printedTextAndTags('history', sampleStatement);
    expect(text).toContain('Texto firmado: autorización de la IPS, versión 3 (SHA-256 a1b2c3d4e5f6…).');
    expect(text).toContain('Firma tomada en la tableta 3F2A1B0C.');
    expect(text).not.toContain('testigo');
  });

  it('P10.202 the clinical history prints the complete digest of the signed text once, in the integrity record', async () => {
    const { sha256 } = sampleStatement.text ?? { sha256: '' };
    const text = await pdfTextOf(
      await composeDocument('history', { ...input, closing: createVersionWithStatement(sampleStatement) }),
    );
    const [before, after] = text.split('7. Integridad del registro');
    expect(before).not.toContain(sha256);
    expect(after?.split(sha256)).toHaveLength(2);
    expect(after).toContain('SHA-256 del texto firmado, versión 3');
    const concept = await pdfTextOf(
      await composeDocument('concept', { ...input, closing: createVersionWithStatement(sampleStatement) }),
    );
    expect(concept).not.toContain(sha256);
  });

  it('P10.167 the document prints place and time of the signature once: from the signing statement or, without a statement, from the picture', async () => {
    const signed_at = '2026-03-05T11:31:00.000Z';
    for (const kind of ['history', 'concept'] as const) {
      const reported = await printedSignatureTimes(
        kind,
        createVersionWithStatement({ ...sampleStatement, signed_at }),
      );
      expect(reported).toEqual(['Tomada en recepción, Bogotá D.C., 05/03/2026 06:31']);
      const withoutStatement = await printedSignatureTimes(kind, SAMPLE_SIGNED_VERSION);
      expect(withoutStatement).toEqual(['Tomada en recepción, Bogotá D.C., 05/03/2026 06:46']);
    }
  });

  it('the document names a witness above the witness’s signature; the clinical history adds the reason', async () => {
    const text = await printedTextAndTags('history', witnessedStatement);
    for (const words of [
      'Firma de testigo',
      'Íngrid Peña',
      'CE 778899',
      'Por Ana María Gil Núñez, CC',
      'El trabajador no firmó: Impedimento en la mano o el brazo: Yeso en la mano.',
    ])
      expect(text).toContain(words);
  });

  it('P10.9 the concept states that a witness signed, but not why', async () => {
    const text = await printedTextAndTags('concept', witnessedStatement);
    expect(text).toContain('Firma de testigo');
    for (const words of ['Impedimento', 'Yeso', 'Texto firmado', 'tableta'])
      expect(text).not.toContain(words);
    // The page and the tags each contain this line once, above an empty line, because no document receipt is signed yet.
    expect(text.match(/Recibí copia[^:"]*./g)).toEqual(Array(2).fill(`${input.legal.receipt_line}:`));
  });

  it('P10.203 the clinical history states that the patient accepted no text although the clinic has one; the concept does not', async () => {
    const withoutStatement = { ...input, is_without_text: true };
    expect(await pdfTextOf(await composeDocument('history', withoutStatement))).toContain(
      'Sin texto aceptado',
    );
    expect(await pdfTextOf(await composeDocument('concept', withoutStatement))).not.toContain(
      'Sin texto aceptado',
    );
    // The clinical history does not mention an accepted text when there is no signing statement.
    expect(await pdfTextOf(await composeDocument('history', input))).not.toMatch(
      /Sin texto aceptado|Texto firmado|en la tableta/,
    );
  });

  it('P10.167 a usual concept with a witness fits on one page', async () => {
    expect(
      await pageTextsOf(
        await composeDocument('concept', {
          ...input,
          closing: createVersionWithStatement(witnessedStatement),
        }),
      ),
    ).toHaveLength(1);
  });
});

// @module-tag landing
import { beforeAll, describe, expect, it } from 'vitest';
import { createQrCode } from '#server/documents/reports/layout/qr.ts';
import { pageTextsOf, pdfTagTreeOf, pdfTextOf } from '#tests/support/documents/poppler.ts';
import { readQr } from '#tests/support/documents/read-qr.ts';
import {
  SAMPLE_SIGNED_VERSION,
  SAMPLE_VERIFICATION,
  createReportInput,
} from '#tests/support/documents/report-sample.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import { REPORT_KINDS, type ReportInput } from '#server/documents/reports/input/input.ts';

let input: ReportInput;
beforeAll(async () => {
  input = await createReportInput();
});

describe('P10.117 verification data on documents', () => {
  it.each(REPORT_KINDS)(
    'the document prints number, code, address and a QR code that a reader can decode: %s',
    async (kind) => {
      const pdf = await composeDocument(kind, input);
      const pages = await pageTextsOf(pdf);
      const structure = await pdfTagTreeOf(pdf);
      for (const words of ['Verifica aquí', 'BOG-2026-000123', '7KQ2-9M4X-HJ3T'])
        expect(structure).toContain(words);
      for (const page of pages) {
        expect(page).toContain('BOG-2026-000123 · Evaluación 1A2B3C4D');
        expect(page).toContain(`Verifica este documento en ${SAMPLE_VERIFICATION.online?.address}`);
      }
      const withQr = pages.findIndex((page) => page.includes('Verifica aquí'));
      expect(await readQr(pdf, withQr + 1)).toBe(SAMPLE_VERIFICATION.online?.qr);
    },
  );

  it('the document prints QR modules of at least 0.4 mm for any address of the clinic', () => {
    const POINT_MM = 25.4 / 72;
    for (const host of ['v.co', 'ventanilla.example.com', `${'a'.repeat(60)}.example.com`]) {
      const text = SAMPLE_VERIFICATION.online?.qr.replace('ventanilla.example.com', host) ?? '';
      const { size, rows } = createQrCode(text);
      expect((size / (rows.length + 8)) * POINT_MM).toBeGreaterThanOrEqual(0.4);
    }
  });

  it.each(REPORT_KINDS)(
    'the document prints number and code, but no QR code, when the clinic has no public address: %s',
    async (kind) => {
      const pdf = await composeDocument(kind, {
        ...input,
        verification: { ...SAMPLE_VERIFICATION, online: null },
      });
      const text = await pdfTextOf(pdf);
      expect(text).toContain('Código de verificación: 7KQ2-9M4X-HJ3T');
      expect(text).not.toContain('Verifica este documento');
    },
  );

  it.each(REPORT_KINDS)(
    "a document of an early release's signed version prints no number, code or QR code: %s",
    async (kind) => {
      const { document: _none, ...closing } = SAMPLE_SIGNED_VERSION;
      const text = await pdfTextOf(await composeDocument(kind, { ...input, closing, verification: null }));
      expect(text).not.toMatch(/BOG-2026|7KQ2|Verifica|N\.º BOG/);
    },
  );
});

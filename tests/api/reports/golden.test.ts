import { expect, it } from 'vitest';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import { createReportInput } from '#tests/support/documents/report-sample.ts';
import { digestOfUnpackedPdf } from '#tests/support/documents/unpacked-pdf.ts';

/** Digest of the sample's concept without pictures, which another processor may compress differently. */
const GOLDEN_DIGEST = '61f8eb16cede67040c8cc6021560717e9a29c4c2524f74d56069d1351101072f';

/**
 * The digest changes with layout, texts, fonts and pdfkit. Issued concepts keep their bytes in any case. After an intended
 * change, check a rendered page and write the new digest here.
 */
it('P10.113 the sample concept has the recorded digest, and the same bytes when another user requests it later', async () => {
  const input = await createReportInput();
  const pictures = {
    patient_photo: null,
    patient_signature: null,
    doctor_signature: null,
    receipt_signatures: [],
  };
  const branding = { ...input.branding, logo: null };
  const now = { by: 'Otra persona', at: '2031-01-01T00:00:00Z' };
  const [pdf, later] = [
    await composeDocument('concept', { ...input, pictures, branding }),
    await composeDocument('concept', { ...input, pictures, branding, request: now }),
  ];
  expect(later.equals(pdf)).toBe(true);
  expect(digestOfUnpackedPdf(pdf)).toBe(GOLDEN_DIGEST);
});

import { expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '#contract/documents.ts';
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import { pdfInfoOf, pdfTagTreeOf, pdfTextOf } from '#tests/support/documents/poppler.ts';
import { markedSignedVersion, createReportInput } from '#tests/support/documents/report-sample.ts';

const FINDING_MARKERS = ['result', 'file', 'comment', 'observaciones', 'sve', 'manejo_eps_arp'];
const employerDocumentKinds = DOCUMENT_KINDS.filter((kind) => DOCUMENT_DESCRIPTIONS[kind].isForEmployer);

it.each(employerDocumentKinds)(
  'P10.9 P10.370 the document %s for the employer has no findings',
  async (kind) => {
    const input = { ...(await createReportInput()), closing: markedSignedVersion() };
    const pdf = await composeDocument(kind, input);
    const everything = [await pdfTextOf(pdf), await pdfTagTreeOf(pdf), await pdfInfoOf(pdf)].join('\n');
    expect(FINDING_MARKERS.filter((what) => everything.includes(`zq${what}`))).toEqual([]);
  },
);

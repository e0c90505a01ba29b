import { expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '#contract/documents.ts';
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import { infoOf, structureOf, textOf } from '#tests/support/documents/poppler.ts';
import { markedSignedVersion, reportInput } from '#tests/support/documents/report-sample.ts';

const FINDINGS = ['result', 'file', 'comment', 'observaciones', 'sve', 'manejo_eps_arp'];
const forEmployer = DOCUMENT_KINDS.filter((kind) => DOCUMENT_DESCRIPTIONS[kind].isForEmployer);

it.each(forEmployer)('P10.9 P10.370 the document %s for the employer has no findings', async (kind) => {
  const input = { ...(await reportInput()), closing: markedSignedVersion() };
  const pdf = await composeDocument(kind, input);
  const everything = [await textOf(pdf), await structureOf(pdf), await infoOf(pdf)].join('\n');
  expect(FINDINGS.filter((what) => everything.includes(`zq${what}`))).toEqual([]);
});

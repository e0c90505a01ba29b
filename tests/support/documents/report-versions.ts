import { REASON_MAX_LENGTH } from '#contract/limits.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import type { PrintedVersion } from '#server/documents/reports/input/input.ts';
import { createProse } from './prose.ts';
import { SAMPLE_SIGNED_VERSION, toPrintedVersion } from './report-sample.ts';

const receiptWithoutPersons = {
  items: ['concept', 'results', 'history'],
  at: '2026-03-06T15:30:00Z',
} as const;
/** Returns a document receipt for all documents, signed by the sample's patient unless another one is given. */
export const createReceiptFrom = (
  handed_by: string,
  { patient = SAMPLE_SIGNED_VERSION.patient }: Partial<SignedVersionContent> = {},
) => ({
  ...receiptWithoutPersons,
  handed_by,
  patient,
});
export const replacedVersion = (version: number, patch: Partial<PrintedVersion> = {}): PrintedVersion => ({
  version,
  number: `BOG-2026-${String(version).padStart(6, '0')}`,
  closed_at: '2026-02-05T13:20:41Z',
  receipt: null,
  reopened: {
    at: '2026-02-06T13:20:41Z',
    by: `Persona que reabre ${version}`,
    reason: createProse(REASON_MAX_LENGTH),
  },
  ...patch,
});
export const printedVersion = (version: number, patch: Partial<PrintedVersion> = {}): PrintedVersion => ({
  ...toPrintedVersion({ ...SAMPLE_SIGNED_VERSION, version }),
  ...patch,
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import { APTITUDES, type NoteType } from '#contract/vocabulary.ts';
import {
  parseQrFragment,
  formatQrFragment,
  encodeDocumentQrData,
} from '#domain/verification/document-signature.ts';
import { SAMPLE_SIGNED_VERSION } from '#tests/support/documents/report-sample.ts';
import {
  MISCLASSIFIED_PHRASINGS,
  PHRASING_TEST_OPTIONS,
  arbitraryPhrasing,
} from '#tests/support/documents/phrasings.ts';
import type { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import { verdictClassOfVersion } from './verdict.ts';

const createVersionContent = (
  [note_type, content]: readonly [NoteType, string],
  chosen: SignedVersionContent['decisions'],
) => ({
  ...SAMPLE_SIGNED_VERSION,
  notes: [{ note_type, content }],
  decisions: chosen,
});

/** Returns the verdict in the QR code of a signed version; the public page gets it from the same `verdictClassOfVersion`. */
function verdictInQr(closing: SignedVersionContent): string | undefined {
  const facts = {
    number: 'BOG-2026-000123',
    day: '2026-03-05',
    ending: '017',
    verdict: verdictClassOfVersion(closing),
    fingerprint: '9aaf0a512f1c',
    patient: 'A*** G***',
  };
  const seal = parseQrFragment(formatQrFragment(encodeDocumentQrData(facts), 'x'.repeat(86)));
  return seal?.facts.version === 2 ? seal.facts.verdict : undefined;
}

describe('P10.262 verdict of a signed version in its QR code', () => {
  it.each(MISCLASSIFIED_PHRASINGS)(
    'P10.262 the verdict is `otro` without a decision, whatever the note %s says: %j',
    (type, text) => {
      for (const chosen of [undefined, NO_DECISIONS])
        expect(verdictInQr(createVersionContent([type, text], chosen))).toBe('otro');
    },
  );

  it('P10.262 the verdict is the aptitude that the doctor chose, or `otro` if none was chosen, for 200 phrasings of the notes', () => {
    const aptitude = fc.option(fc.constantFrom(...APTITUDES));
    fc.assert(
      fc.property(arbitraryPhrasing, aptitude, (written, chosen) => {
        const closing = createVersionContent(written, { ...NO_DECISIONS, aptitude: chosen });
        expect(verdictInQr(closing)).toBe(chosen ?? 'otro');
      }),
      PHRASING_TEST_OPTIONS,
    );
  });
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { pdfTagTreeOf, pdfTextOf } from '#tests/support/documents/poppler.ts';
import { SAMPLE_SIGNED_VERSION, createReportInput } from '#tests/support/documents/report-sample.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import { addNoteLine } from '#domain/evaluation/notes/note-lines.ts';
import { SUBJECT_LINE_DEFINITIONS } from '#domain/evaluation/notes/subject-lines.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';

const RANDOM_RUNS = 8;
const NO_PICTURES = {
  patient_photo: null,
  patient_signature: null,
  doctor_signature: null,
  receipt_signatures: [],
};

/** Generator of words that occur nowhere else on a document: `zq` and 5 to 12 Spanish letters. */
const arbitrarySecret = fc
  .array(fc.constantFrom(...Array.from('abcdefghijklmnñopqrstuvwxyzáéíóú')), { minLength: 5, maxLength: 12 })
  .map((letters) => `zq${letters.join('')}`);
const arbitrarySecrets = fc.array(arbitrarySecret, { minLength: 1, maxLength: 6 });
const arbitraryVisibleText = fc.constantFrom('Apto.', 'Sin restricciones.', 'Pausas activas cada dos horas.');

interface SecretFindings {
  readonly results: readonly (readonly string[])[];
  readonly comment: readonly string[];
  readonly notes: Readonly<Record<'observaciones' | 'sve' | 'manejo_eps_arp', readonly string[]>>;
  readonly hidden: string;
  readonly shown: string;
}
const arbitraryFindings = fc.record<SecretFindings>({
  results: fc.array(arbitrarySecrets, { minLength: 1, maxLength: 8 }),
  comment: arbitrarySecrets,
  notes: fc.record({
    observaciones: arbitrarySecrets,
    sve: arbitrarySecrets,
    manejo_eps_arp: arbitrarySecrets,
  }),
  hidden: arbitrarySecret,
  shown: arbitraryVisibleText,
});

function createNoteWithSubjectLine(type: NoteType, typed: string): string {
  const line = SUBJECT_LINE_DEFINITIONS[type]?.write({ subject: 'visual', said: 'Ingresa' });
  return line === undefined ? typed : addNoteLine(type, typed, line);
}

const signedVersionOf = ({
  results,
  comment,
  notes,
  hidden,
  shown,
}: SecretFindings): SignedVersionContent => ({
  ...SAMPLE_SIGNED_VERSION,
  additional_info: comment.join(' '),
  exam_orders: results.map((result, nth) => ({
    exam: { code: `E${nth}`, name: nth === 0 ? `Examen ${hidden}` : `Examen ${nth}` },
    shown_on_concept: nth !== 0,
    updated_at: SAMPLE_SIGNED_VERSION.started_at,
    result_notes: result.join(' '),
    attachments: [{ original_name: `${result[0]}.pdf`, sha256: '0'.repeat(64) }],
  })),
  decisions: {
    ...NO_DECISIONS,
    referral: { to: 'both', reason: comment.join(' ') },
    restrictions: [{ what: shown, from: '2026-03-05', to: null }],
    tasks: [{ task: shown, aptitude: 'no_apto' }],
  },
  notes: [
    { note_type: 'concepto', content: shown },
    { note_type: 'restricciones', content: shown },
    ...(['observaciones', 'sve', 'manejo_eps_arp'] as const).map((type) => ({
      note_type: type,
      content: createNoteWithSubjectLine(type, `Incluir en osteomuscular por ${notes[type].join(' ')}`),
    })),
  ],
});

it(
  'P10.145 P10.195 the concept never prints a word of a result, a file, a comment, a withheld exam or a reserved note',
  { tags: ['landing'] },
  async () => {
    const input = await createReportInput();
    await fc.assert(
      fc.asyncProperty(arbitraryFindings, async (found) => {
        const closing = signedVersionOf(found);
        const pdf = await composeDocument('concept', { ...input, closing, pictures: NO_PICTURES });
        const everything = [await pdfTextOf(pdf), await pdfTagTreeOf(pdf)].join('\n');
        expect(everything.includes(found.shown)).toBe(true);
        // The removal of blanks rejoins a word that a line break has split.
        expect(everything.replace(/\s+/g, '').includes('zq')).toBe(false);
      }),
      { numRuns: RANDOM_RUNS },
    );
  },
);

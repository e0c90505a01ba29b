import { z } from 'zod';
import { Correction } from '#contract/records/evaluation/corrections.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { Decisions } from '#contract/records/evaluation/decisions.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import { GENDERS, IDENTIFICATION_TYPES, MEDIA_TYPES, NOTE_TYPES } from '#contract/vocabulary.ts';

const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const CodeAndName = z.object({ code: z.string(), name: z.string() });

/**
 * What one closing of an evaluation says, for good: what its SHA-256 is made of and all that the two documents print
 * besides the letterhead. Kept with the closing, so a document asked for again says the same again.
 */
export const ClosingContent = z.object({
  evaluation_id: Uuid,
  /** 1 for the first closing. */
  version: z.number().int().min(1),
  started_at: Instant,
  /** When the tablet confirmed it and when it arrived; earlier closings do not say. */
  captured_at: z.optional(Instant),
  received_at: z.optional(Instant),
  closed_at: Instant,
  /** What a person finds the document by, as it is printed; earlier closings have none. */
  document: z.object({ number: z.string(), code: z.string() }).optional(),
  patient: z.object({
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: z.string(),
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
    second_last_name: z.string().nullable(),
    /** YYYY-MM-DD, a day without a zone. */
    birth_date: z.string().nullable(),
    gender: z.enum(GENDERS).nullable(),
    occupation_name: z.string().nullable(),
  }),
  evaluation_type: CodeAndName,
  employer_company: CodeAndName,
  contractor_company: CodeAndName.nullable(),
  additional_info: z.string().nullable(),
  /** Corrections of the registration until then, in the order in which they were captured; absent where there were none. */
  corrections: z.optional(z.array(Correction)),
  exam_orders: z.array(
    z.object({
      exam: CodeAndName,
      /** Whether the employer may read the exam's name; closings from before the question say nothing, and mean yes. */
      shown_on_concept: z.boolean().optional(),
      /** When the result was last written. */
      updated_at: Instant,
      result_notes: z.string().nullable(),
      attachments: z.array(z.object({ original_name: z.string(), sha256: Sha256Hex })),
    }),
  ),
  notes: z.array(z.object({ note_type: z.enum(NOTE_TYPES), content: z.string() })),
  /** What the doctor chose; absent from versions that predate the choice. */
  decisions: z.optional(Decisions),
  /** The pictures that the closing rests on, by their stored bytes. */
  media: z.array(
    z.object({
      type: z.enum(MEDIA_TYPES),
      sha256: Sha256Hex,
      captured_at: z.optional(Instant),
      /** What the patient signed, when, where and by whom, where the tablet told it; earlier closings say nothing. */
      statement: z
        .custom<SignatureStatement>((told) => SignatureStatement.safeParse(told).success)
        .optional(),
    }),
  ),
  /** The doctor as they were when they signed. */
  doctor: z.object({
    name: z.string(),
    specialty: z.string().nullable(),
    license_number: z.string(),
    registration_number: z.string().nullable(),
  }),
  /** Whose session signed, and what they answered before; earlier closings do not say. */
  signing: z
    .object({
      by: z.string(),
      /** The user signed as themselves, as another doctor, or is no doctor. */
      as: z.enum(['own', 'another', 'unlinked']),
      /** Why as another. */
      reason: z.string().nullable(),
      /** Whether an empty concept and words that look like a finding were asked about: not by a client of the base contract. */
      asked: z.boolean(),
      /** Why the employer is to read words that look like a finding. */
      disclosure_reason: z.string().nullable(),
    })
    .optional(),
});
export type ClosingContent = z.infer<typeof ClosingContent>;

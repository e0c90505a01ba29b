import { z } from 'zod';
import { Correction } from '#contract/records/evaluation/corrections.ts';
import {
  buildPerPatientField,
  type PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { Decisions } from '#contract/records/evaluation/decisions.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import {
  ADDITIONAL_KINDS,
  ADDITIONAL_SUBJECTS,
  IDENTIFICATION_TYPES,
  MEDIA_TYPES,
  NOTE_TYPES,
} from '#contract/vocabulary.ts';

const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const CodeAndName = z.object({ code: z.string(), name: z.string() });

type PatientFields = typeof PATIENT_FIELDS;
type SignedFieldSchema<Definition> = Definition extends { isRequired: true }
  ? z.ZodString
  : Definition extends { kind: 'choice'; values: readonly (infer Value extends string)[] }
    ? z.ZodOptional<z.ZodNullable<z.ZodEnum<{ [One in Value]: One }>>>
    : z.ZodOptional<z.ZodNullable<z.ZodString>>;

/**
 * Schemas of the patient's data. A version contains every field that existed when it was signed, with null for no value. Documents
 * omit a field that did not exist then.
 */
const signedPatientFieldSchemas = buildPerPatientField((definition) => {
  if (definition.isRequired) return z.string();
  return (definition.kind === 'choice' ? z.enum(definition.values) : z.string()).nullable().optional();
}) as unknown as { [Field in PatientField]: SignedFieldSchema<PatientFields[Field]> };

/**
 * Content of a signed version, over which the version's SHA-256 is computed. The content never changes and contains all signed
 * data that concept and history print; letterhead, clarifications and document receipts are not part of it. A document that is
 * requested again therefore states the same signed data.
 */
export const SignedVersionContent = z.object({
  evaluation_id: Uuid,
  /** Number of the signed version, counted from 1. */
  version: z.number().int().min(1),
  started_at: Instant,
  /**
   * Time when the tablet confirmed the evaluation; `received_at` is the time of its arrival at the server. Both are absent from
   * versions signed before these fields existed.
   */
  captured_at: z.optional(Instant),
  received_at: z.optional(Instant),
  closed_at: Instant,
  /** Number and verification code that are printed on the document. Absent from versions signed before this field existed. */
  document: z.object({ number: z.string(), code: z.string() }).optional(),
  /**
   * Version that this version replaces, and the number of its document if it has one; null for the first version. Absent from
   * versions signed before this field existed.
   */
  replaces: z
    .object({ version: z.number().int().min(1), number: z.string().nullable() })
    .nullable()
    .optional(),
  patient: z.object({
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: z.string(),
    ...signedPatientFieldSchemas,
  }),
  evaluation_type: CodeAndName,
  employer_company: CodeAndName,
  contractor_company: CodeAndName.nullable(),
  additional_info: z.string().nullable(),
  /** Values of additional fields. Absent without values, and from versions signed before this field existed. */
  additional_fields: z.optional(
    z.array(
      z.object({
        field_id: Uuid,
        name: z.string(),
        subject: z.enum(ADDITIONAL_SUBJECTS),
        kind: z.enum(ADDITIONAL_KINDS),
        value: z.string(),
        on_history: z.boolean(),
        on_concept: z.boolean(),
      }),
    ),
  ),
  /** Corrections of the registration before signing, oldest first. Absent if no correction was made. */
  corrections: z.optional(z.array(Correction)),
  exam_orders: z.array(
    z.object({
      exam: CodeAndName,
      /**
       * True if the concept may name the exam to the employer. Absent from versions signed before this field existed, which
       * means true.
       */
      shown_on_concept: z.boolean().optional(),
      updated_at: Instant,
      result_notes: z.string().nullable(),
      attachments: z.array(z.object({ original_name: z.string(), sha256: Sha256Hex })),
    }),
  ),
  notes: z.array(z.object({ note_type: z.enum(NOTE_TYPES), content: z.string() })),
  /** Clinic and branch in the letterhead at the time of signing. Absent from versions signed before this field existed. */
  issuer: z.object({ clinic: z.string(), nit: z.string().nullable(), branch: z.string() }).optional(),
  /** Decisions that the doctor chose. Absent from versions signed before doctors could choose decisions. */
  decisions: z.optional(Decisions),
  media: z.array(
    z.object({
      type: z.enum(MEDIA_TYPES),
      sha256: Sha256Hex,
      captured_at: z.optional(Instant),
      /**
       * Text, time, place and witness of the patient's signature, if the tablet sent them. Absent from versions signed before
       * this field existed.
       */
      statement: z
        .custom<SignatureStatement>((reported) => SignatureStatement.safeParse(reported).success)
        .optional(),
    }),
  ),
  doctor: z.object({
    name: z.string(),
    specialty: z.string().nullable(),
    license_number: z.string(),
    registration_number: z.string().nullable(),
  }),
  /** User who signed, and the confirmations that the user gave. Absent from versions signed before this field existed. */
  signing: z
    .object({
      by: z.string(),
      /**
       * 'own': the user is linked to this doctor; 'another': the user signed as another doctor; 'unlinked': neither is linked,
       * and the branch allows such signatures.
       */
      as: z.enum(['own', 'another', 'unlinked']),
      reason: z.string().nullable(),
      /**
       * True if the client asked the user about an empty concept and about texts that look like a finding. False for a
       * base-contract client, which does not ask.
       */
      asked: z.boolean(),
      /** Reason why the user disclosed texts that look like a finding to the employer; null without such a reason. */
      disclosure_reason: z.string().nullable(),
    })
    .optional(),
});
export type SignedVersionContent = z.infer<typeof SignedVersionContent>;

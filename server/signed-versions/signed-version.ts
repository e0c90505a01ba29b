import { z } from 'zod';
import { Correction } from '#contract/records/evaluation/corrections.ts';
import {
  eachField,
  type PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { Decisions } from '#contract/records/evaluation/decisions.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import { IDENTIFICATION_TYPES, MEDIA_TYPES, NOTE_TYPES } from '#contract/vocabulary.ts';

const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const CodeAndName = z.object({ code: z.string(), name: z.string() });

type Fields = typeof PATIENT_FIELDS;
type SignedSchema<Definition> = Definition extends { isRequired: true }
  ? z.ZodString
  : Definition extends { kind: 'choice'; values: readonly (infer Value extends string)[] }
    ? z.ZodDefault<z.ZodNullable<z.ZodEnum<{ [One in Value]: One }>>>
    : z.ZodDefault<z.ZodNullable<z.ZodString>>;

/**
 * Schemas of the patient's data. A version that was signed before a field existed gets null for it; its SHA-256 stays, because
 * it is computed over the stored text.
 */
const signedFields = eachField((definition) => {
  if (definition.isRequired) return z.string();
  return (definition.kind === 'choice' ? z.enum(definition.values) : z.string()).nullable().default(null);
}) as unknown as { [Field in PatientField]: SignedSchema<Fields[Field]> };

/**
 * Content of a signed version. It never changes, its SHA-256 is computed over it, and it contains everything that the two
 * documents print except the letterhead. A document that is requested again therefore has the same content.
 */
export const SignedVersionContent = z.object({
  evaluation_id: Uuid,
  /** Number of the signed version; 1 for the first one. */
  version: z.number().int().min(1),
  started_at: Instant,
  /**
   * Time when the tablet confirmed the evaluation; `received_at` is the time of its arrival. Both are absent from versions
   * signed before these fields existed.
   */
  captured_at: z.optional(Instant),
  received_at: z.optional(Instant),
  closed_at: Instant,
  /** Number and code that are printed on the document and find it; absent from versions signed before this field existed. */
  document: z.object({ number: z.string(), code: z.string() }).optional(),
  /**
   * Version that this one replaces, with the number of its document, if any; null for the first version. Absent from versions
   * signed before this field existed.
   */
  replaces: z
    .object({ version: z.number().int().min(1), number: z.string().nullable() })
    .nullable()
    .optional(),
  patient: z.object({
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: z.string(),
    ...signedFields,
  }),
  evaluation_type: CodeAndName,
  employer_company: CodeAndName,
  contractor_company: CodeAndName.nullable(),
  additional_info: z.string().nullable(),
  /** Corrections of the registration before the signature, oldest first; absent if there are none. */
  corrections: z.optional(z.array(Correction)),
  exam_orders: z.array(
    z.object({
      exam: CodeAndName,
      /** True if the employer may read the exam's name. Versions signed before this field existed lack it, which means true. */
      shown_on_concept: z.boolean().optional(),
      /** Time when the result was last written. */
      updated_at: Instant,
      result_notes: z.string().nullable(),
      attachments: z.array(z.object({ original_name: z.string(), sha256: Sha256Hex })),
    }),
  ),
  notes: z.array(z.object({ note_type: z.enum(NOTE_TYPES), content: z.string() })),
  /** Clinic and branch in the letterhead at the time of signing; absent from versions signed before this field existed. */
  issuer: z.object({ clinic: z.string(), nit: z.string().nullable(), branch: z.string() }).optional(),
  /** Decisions that the doctor chose; absent from versions signed before doctors could choose them. */
  decisions: z.optional(Decisions),
  /** Photos and signatures that belong to the version, with the digest of their stored bytes. */
  media: z.array(
    z.object({
      type: z.enum(MEDIA_TYPES),
      sha256: Sha256Hex,
      captured_at: z.optional(Instant),
      /**
       * Text, time, place and person of the patient's signature, if the tablet sent them; absent from versions signed before
       * this field existed.
       */
      statement: z
        .custom<SignatureStatement>((reported) => SignatureStatement.safeParse(reported).success)
        .optional(),
    }),
  ),
  /** The doctor's data at the time of signing. */
  doctor: z.object({
    name: z.string(),
    specialty: z.string().nullable(),
    license_number: z.string(),
    registration_number: z.string().nullable(),
  }),
  /**
   * User who signed, and the answers to the questions before signing; absent from versions signed before this field existed.
   */
  signing: z
    .object({
      by: z.string(),
      /**
       * `own`: the user is this doctor; `another`: the user signed as another doctor; `unlinked`: the user is not linked to a
       * doctor.
       */
      as: z.enum(['own', 'another', 'unlinked']),
      /** Reason for signing as another doctor. */
      reason: z.string().nullable(),
      /**
       * True if the app asked the user about an empty concept and about texts that look like a finding; false for a client that
       * follows only the base contract.
       */
      asked: z.boolean(),
      /** Reason that the user gave for showing the employer texts that look like a finding. */
      disclosure_reason: z.string().nullable(),
    })
    .optional(),
});
export type SignedVersionContent = z.infer<typeof SignedVersionContent>;

import * as z from 'zod/mini';
import { withKeyboardPunctuation } from '../../fold.ts';
import { DOCUMENT_MAX_LENGTH } from '../../limits.ts';
import { Uuid, nullAsMissing, requiredText } from '../../primitives.ts';
import { FORMER_DOCUMENT_TYPES, IDENTIFICATION_TYPES } from '../../vocabulary.ts';
import {
  CLEARABLE_PATIENT_FIELDS,
  eachField,
  type Fields,
  fieldSchemas,
  type PatientField,
} from './patient-fields.ts';

export const IdentificationTypeField = z.enum(IDENTIFICATION_TYPES, 'Seleccione un tipo de identificación');
export const IdentificationNumberField = requiredText(
  'Ingrese el número de identificación',
  DOCUMENT_MAX_LENGTH,
).check(
  // Users also paste full-width digits and the dashes of word processors.
  z.overwrite((number) => withKeyboardPunctuation(number.normalize('NFKC'))),
  z.regex(/^[\p{L}\p{N}.\- ]+$/u, 'Usa solo letras, números, puntos, guiones o espacios.'),
);

export const PatientSearchQuery = z.object({
  identification_type: IdentificationTypeField,
  identification_number: IdentificationNumberField,
  /**
   * Extension of the base contract, only with a CC: when the CC is unknown, the server also searches for a patient who has this
   * document type and the same number.
   */
  former_type: z.optional(z.enum(FORMER_DOCUMENT_TYPES)),
});
export type PatientSearchQuery = z.infer<typeof PatientSearchQuery>;

/** Patient data that reception confirms (POST /evaluations). P5 contains the rules and the error texts. */
export const PatientInput = z.object({
  /**
   * Patient that reception found under this document; the user changed the patient's data on purpose, so the names may differ
   * (S15).
   */
  id: z.optional(Uuid),
  identification_type: IdentificationTypeField,
  identification_number: IdentificationNumberField,
  ...fieldSchemas('input'),
  occupation_id: nullAsMissing(Uuid),
  /** Extension of the base contract: fields whose values the user removed. An absent field keeps a known patient's value. */
  cleared: z.optional(
    z.array(z.enum(CLEARABLE_PATIENT_FIELDS)).check(z.maxLength(CLEARABLE_PATIENT_FIELDS.length)),
  ),
  /**
   * Extension of the base contract, only with a CC: the user confirmed that the CC replaces a document of this type. The server
   * may still know the patient under that document.
   */
  former_type: z.optional(z.enum(FORMER_DOCUMENT_TYPES)),
});
export type PatientInput = z.infer<typeof PatientInput>;

/**
 * Patient as the server stores the data (P3). `last_evaluation` is not part of the base contract: reception shows it for a
 * patient that it finds, and only from its own branch.
 */
export const Patient = z.object({
  id: Uuid,
  identification_type: z.enum(IDENTIFICATION_TYPES),
  identification_number: z.string(),
  ...fieldSchemas('stored'),
  occupation_id: z.nullish(Uuid),
  last_evaluation: z.nullish(
    z.object({
      id: Uuid,
      started_at: z.string(),
      evaluation_type_name: z.string(),
      /** True until the evaluation is signed: a patient who returns for the remaining exams needs no second evaluation. */
      is_open: z.nullish(z.boolean()),
      /**
       * Choices of the last evaluation, which the receptionist copies into the form with one tap. Servers before 1.0 do not
       * send them.
       */
      evaluation_type_id: z.nullish(Uuid),
      employer_company_id: z.nullish(Uuid),
      contractor_company_id: z.nullish(Uuid),
    }),
  ),
});
export type Patient = z.infer<typeof Patient>;

type DatumSchema<Definition> = Definition extends {
  isRequired: true;
  stored: infer Schema extends z.ZodMiniType;
}
  ? z.ZodMiniOptional<z.ZodMiniNullable<Schema>>
  : Definition extends { stored: infer Schema }
    ? Schema
    : never;
const datumSchemas = eachField(({ isRequired, stored }) =>
  isRequired ? z.nullish(stored) : stored,
) as unknown as { [Field in PatientField]: DatumSchema<Fields[Field]> };

/** Subset of a patient's data; null for a value that the patient did not have. */
export const PatientData = z.object(datumSchemas);
export type PatientData = z.infer<typeof PatientData>;

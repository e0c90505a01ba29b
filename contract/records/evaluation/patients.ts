import * as z from 'zod/mini';
import { toPlainApostrophesAndDashes } from '../../fold.ts';
import { DOCUMENT_NUMBER_MAX_LENGTH } from '../../limits.ts';
import { Uuid, nullAsMissing, requiredLine } from '../../primitives.ts';
import { FORMER_DOCUMENT_TYPES, IDENTIFICATION_TYPES } from '../../vocabulary.ts';
import { AdditionalValues } from './additional-values.ts';
import {
  CLEARABLE_PATIENT_FIELDS,
  buildPerPatientField,
  type PatientFieldDefinitions,
  patientFieldSchemas,
  type PatientField,
} from './patient-fields.ts';

export const IdentificationTypeField = z.enum(IDENTIFICATION_TYPES, 'Seleccione un tipo de identificación');
/** Message for a missing number, also for one without letters and digits that count. */
export const MISSING_NUMBER_MESSAGE = 'Ingrese el número de identificación';
export const IdentificationNumberField = requiredLine(
  MISSING_NUMBER_MESSAGE,
  DOCUMENT_NUMBER_MAX_LENGTH,
).check(
  // Users paste numbers with full-width digits and with the dashes of word processors.
  z.overwrite((number) => toPlainApostrophesAndDashes(number.normalize('NFKC'))),
  z.regex(/^[\p{L}\p{N}.\- ]+$/u, 'Usa solo letras, números, puntos, guiones o espacios.'),
);

export const PatientSearchQuery = z.object({
  identification_type: IdentificationTypeField,
  identification_number: IdentificationNumberField,
  /**
   * Extension of the base contract, only with a CC: when no patient has this CC, the server also searches for a patient with
   * this document type and the same number.
   */
  former_type: z.optional(z.enum(FORMER_DOCUMENT_TYPES)),
});
export type PatientSearchQuery = z.infer<typeof PatientSearchQuery>;

/** Patient data of POST /evaluations, as reception confirmed them. P5 contains the rules and error messages. */
export const PatientInput = z.object({
  /**
   * Id of the patient that reception found by this document. With the id, the names may differ from the stored ones, because
   * the user changed them on purpose (S15).
   */
  id: z.optional(Uuid),
  identification_type: IdentificationTypeField,
  identification_number: IdentificationNumberField,
  ...patientFieldSchemas('input'),
  occupation_id: nullAsMissing(Uuid),
  /**
   * Extension of the base contract: fields whose values the user removed. A field that is merely absent keeps the known
   * patient's value.
   */
  cleared: z.optional(
    z.array(z.enum(CLEARABLE_PATIENT_FIELDS)).check(z.maxLength(CLEARABLE_PATIENT_FIELDS.length)),
  ),
  /**
   * Extension of the base contract, only with a CC: the user confirmed that the CC replaces a document of this type. The server
   * may have stored the patient with the document of this type.
   */
  former_type: z.optional(z.enum(FORMER_DOCUMENT_TYPES)),
});
export type PatientInput = z.infer<typeof PatientInput>;

/**
 * Patient as stored on the server (P3). `last_evaluation` is an extension of the base contract: the patient's last evaluation
 * in the reception's own branch.
 */
export const Patient = z.object({
  id: Uuid,
  identification_type: z.enum(IDENTIFICATION_TYPES),
  identification_number: z.string(),
  ...patientFieldSchemas('stored'),
  occupation_id: z.nullish(Uuid),
  /**
   * Extension of the base contract: the newest values of the clinic's own fields with the subject 'patient'. An invalid list
   * is read as missing, because the app only proposes the values.
   */
  additional_fields: z.catch(z.optional(AdditionalValues), undefined),
  last_evaluation: z.nullish(
    z.object({
      id: Uuid,
      started_at: z.string(),
      evaluation_type_name: z.string(),
      /**
       * True while the last evaluation is not signed. A patient who comes back for the remaining exams then needs no second
       * evaluation.
       */
      is_open: z.nullish(z.boolean()),
      /** Choices of the last evaluation, which the app can copy into the form. Servers before 1.0 do not send them. */
      evaluation_type_id: z.nullish(Uuid),
      employer_company_id: z.nullish(Uuid),
      contractor_company_id: z.nullish(Uuid),
    }),
  ),
});
export type Patient = z.infer<typeof Patient>;

type PatientDatumSchema<Definition> = Definition extends {
  isRequired: true;
  stored: infer Schema extends z.ZodMiniType;
}
  ? z.ZodMiniOptional<z.ZodMiniNullable<Schema>>
  : Definition extends { stored: infer Schema }
    ? Schema
    : never;
const patientDatumSchemas = buildPerPatientField(({ isRequired, stored }) =>
  isRequired ? z.nullish(stored) : stored,
) as unknown as { [Field in PatientField]: PatientDatumSchema<PatientFieldDefinitions[Field]> };

/** Some of a patient's data; null for a value that the patient did not have. */
export const PatientData = z.object(patientDatumSchemas);
export type PatientData = z.infer<typeof PatientData>;

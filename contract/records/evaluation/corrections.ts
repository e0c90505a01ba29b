import * as z from 'zod/mini';
import { ADDITIONAL_INFO_MAX_LENGTH, REASON_MAX_LENGTH } from '../../limits.ts';
import {
  Instant,
  SHORT_REASON_MESSAGE,
  Uuid,
  isNonEmptyShortReason,
  nullableText,
  requiredLine,
} from '../../primitives.ts';
import { EVALUATION_STATUSES, MEDIA_TYPES } from '../../vocabulary.ts';
import { AdditionalValueChanges, EvaluationAdditionalFields } from './additional-values.ts';
import { ProposedCompanies, ReplacedCompanies } from './capture.ts';
import { buildPerPatientField, type StoredPatientData, type PatientField } from './patient-fields.ts';
import { Patient, PatientInput } from './patients.ts';

const MISSING_REASON_TEXT = 'Escribe el motivo.';

const createUndefinedToNullSchema = (schema: z.ZodMiniType) =>
  z.pipe(
    schema,
    z.transform((value) => value ?? null),
  );
const patientCorrectionShape = buildPerPatientField(({ isRequired, input }) =>
  z.optional(isRequired ? input : createUndefinedToNullSchema(input)),
) as unknown as { [Field in PatientField]: z.ZodMiniOptional<z.ZodMiniType<StoredPatientData[Field]>> };

/**
 * Corrected data of the same patient. An absent field keeps its value; null removes the value. The server adds a job that the
 * clinic does not have yet.
 */
export const PatientCorrection = z.object({
  /**
   * Id of the patient whose data the user corrected. If the registration now belongs to another patient, the server does not
   * apply the data.
   */
  id: z.optional(Uuid),
  ...patientCorrectionShape,
});
export type PatientCorrection = z.infer<typeof PatientCorrection>;

/**
 * Body of PATCH /evaluations/{id}/registration (extension of the base contract): corrects a registration that is not signed. An
 * absent field keeps its value; null removes an optional value. When several corrections change one field, the one with the
 * latest `X-Captured-At` wins.
 */
export const CorrectionBody = z
  .object({
    reason: requiredLine(MISSING_REASON_TEXT, REASON_MAX_LENGTH).check(
      z.refine((reason) => !isNonEmptyShortReason(reason), SHORT_REASON_MESSAGE),
    ),
    patient: z.optional(PatientCorrection),
    /**
     * New patient of the registration, when the user moves it to another patient. The server finds the patient by the document,
     * or creates the patient.
     */
    other_patient: z.optional(PatientInput),
    evaluation_type_id: z.optional(Uuid),
    employer_company_id: z.optional(Uuid),
    contractor_company_id: z.optional(z.nullable(Uuid)),
    additional_info: z.optional(nullableText(ADDITIONAL_INFO_MAX_LENGTH)),
    /** Corrected values of the clinic's own fields. A field that is not in the list keeps its value. */
    additional_fields: z.optional(AdditionalValueChanges),
    /** Companies to which the company ids of this correction may refer although the catalogue lacks them. */
    proposed_companies: z.optional(ProposedCompanies),
    /**
     * Retaken images. The device sends each image with POST /evaluations/{id}/media under the `X-Capture-Id` of this
     * correction, and the image replaces the stored one.
     */
    pictures: z._default(z.array(z.enum(MEDIA_TYPES)).check(z.maxLength(MEDIA_TYPES.length)), []),
  })
  .check(
    z.refine((body) => body.patient === undefined || body.other_patient === undefined, {
      path: ['other_patient'],
      message: 'Corrige los datos del paciente o cambia de paciente, no ambas cosas.',
    }),
  );
export type CorrectionBody = z.infer<typeof CorrectionBody>;

/** Corrected field with its value before and after, in the form that screens show; null for no value. */
const CorrectedField = z.object({
  /** Name of the field: `patient.birth_date`, `employer_company`; `patient` when the registration moved to another patient. */
  field: z.string(),
  /** Label of an additional field, whose `field` is `additional.<id>`; absent for all other fields. */
  label: z.optional(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

export const Correction = z.object({
  at: Instant,
  by: z.string(),
  /**
   * Id of the author. Absent in signed versions, which state only the author's name, and in responses of server versions that
   * did not have this field.
   */
  by_id: z.optional(Uuid),
  reason: z.string(),
  changes: z.array(CorrectedField),
  pictures: z.array(z.string()),
  /** Images in `pictures` that have not arrived yet; absent when all have arrived. */
  awaited: z.optional(z.array(z.string())),
});
export type Correction = z.infer<typeof Correction>;

const NamedCatalogRow = z.object({ id: Uuid, name: z.string(), code: z.string() });

/**
 * Response of GET /evaluations/{id}/registration (extension of the base contract): current data of the registration,
 * without clinical data.
 */
export const Registration = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  patient: Patient,
  evaluation_type: NamedCatalogRow,
  employer_company: NamedCatalogRow,
  contractor_company: z.nullable(NamedCatalogRow),
  additional_info: z.nullable(z.string()),
  additional_fields: z.optional(EvaluationAdditionalFields),
  pictures: z.array(z.enum(MEDIA_TYPES)),
  corrections: z.array(Correction),
});
export type Registration = z.infer<typeof Registration>;

/** Response to a correction. `replaced_companies` is absent if the server replaced none. */
export const CorrectedRegistration = z.extend(Registration, {
  replaced_companies: z.optional(ReplacedCompanies),
});
export type CorrectedRegistration = z.infer<typeof CorrectedRegistration>;

import * as z from 'zod/mini';
import { ADDITIONAL_INFO_MAX_LENGTH, CLINICAL_REASON_MAX_LENGTH, NAME_MAX_LENGTH } from '../../limits.ts';
import {
  BirthDate,
  Instant,
  SHORT_REASON,
  Uuid,
  isShortReason,
  nullableText,
  requiredName,
  requiredText,
} from '../../primitives.ts';
import { EVALUATION_STATUSES, GENDERS, MEDIA_TYPES } from '../../vocabulary.ts';
import { Patient, PatientInput } from './patients.ts';

const MISSING_REASON = 'Escribe el motivo.';

/** Data of the same patient. A field that is absent stays; null removes the value. */
export const PatientCorrection = z.object({
  /** Patient whose data the user corrected. A registration that has moved to another patient since keeps that patient's data. */
  id: z.optional(Uuid),
  first_name: z.optional(requiredName('Ingrese los nombres', NAME_MAX_LENGTH)),
  middle_name: z.optional(nullableText(NAME_MAX_LENGTH)),
  last_name: z.optional(requiredName('Ingrese los apellidos', NAME_MAX_LENGTH)),
  second_last_name: z.optional(nullableText(NAME_MAX_LENGTH)),
  birth_date: z.optional(z.nullable(BirthDate)),
  gender: z.optional(z.nullable(z.enum(GENDERS))),
  /** Null removes the occupation. A name that the clinic does not know yet is registered. */
  occupation_name: z.optional(nullableText(NAME_MAX_LENGTH)),
});
export type PatientCorrection = z.infer<typeof PatientCorrection>;

/**
 * PATCH /evaluations/{id}/registration (ours): corrects a registration that is not signed. A field that is absent stays; null removes
 * an optional value. Of several corrections of one field the one that was captured last (`X-Captured-At`) holds.
 */
export const CorrectionBody = z
  .object({
    reason: requiredText(MISSING_REASON, CLINICAL_REASON_MAX_LENGTH).check(
      z.refine((reason) => !isShortReason(reason), SHORT_REASON),
    ),
    patient: z.optional(PatientCorrection),
    /** The registration is of another patient: it moves to the patient of this document, who is created where unknown. */
    other_patient: z.optional(PatientInput),
    evaluation_type_id: z.optional(Uuid),
    employer_company_id: z.optional(Uuid),
    contractor_company_id: z.optional(z.nullable(Uuid)),
    additional_info: z.optional(nullableText(ADDITIONAL_INFO_MAX_LENGTH)),
    /** Pictures taken again: they follow as POST /evaluations/{id}/media under the same `X-Capture-Id`, and replace those before. */
    pictures: z._default(z.array(z.enum(MEDIA_TYPES)).check(z.maxLength(MEDIA_TYPES.length)), []),
  })
  .check(
    z.refine((body) => body.patient === undefined || body.other_patient === undefined, {
      path: ['other_patient'],
      message: 'Corrige los datos del paciente o cambia de paciente, no ambas cosas.',
    }),
  );
export type CorrectionBody = z.infer<typeof CorrectionBody>;

/** A corrected field: its value before and after as users read it, or null for no value. */
const CorrectedField = z.object({
  /** Wire name: `patient.birth_date`, `employer_company`; `patient` where the registration moved to another patient. */
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

/** A correction that the evaluation shows (ours). */
export const Correction = z.object({
  /** When it was captured. */
  at: Instant,
  by: z.string(),
  reason: z.string(),
  changes: z.array(CorrectedField),
  /** Pictures that it replaced or will replace. */
  pictures: z.array(z.string()),
  /** Those of `pictures` that have not arrived; absent without any. */
  awaited: z.optional(z.array(z.string())),
});
export type Correction = z.infer<typeof Correction>;

const Named = z.object({ id: Uuid, name: z.string(), code: z.string() });

/** GET and PATCH /evaluations/{id}/registration (ours): what reception confirmed, as it is now, without anything clinical. */
export const Registration = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  patient: Patient,
  evaluation_type: Named,
  employer_company: Named,
  contractor_company: z.nullable(Named),
  additional_info: z.nullable(z.string()),
  /** Pictures that arrived. */
  pictures: z.array(z.enum(MEDIA_TYPES)),
  corrections: z.array(Correction),
});
export type Registration = z.infer<typeof Registration>;

import * as z from 'zod/mini';
import { FieldProblem } from '#contract/errors.ts';
import { REQUEST_ID_PATTERN } from '#contract/headers.ts';
import { Branding } from '#contract/records/branding.ts';
import { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';
import {
  buildPerPatientField,
  type PatientFieldDefinition,
} from '#contract/records/evaluation/patient-fields.ts';
import { permissionCodes } from '#contract/records/people/auth.ts';
import { IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import type { Identity } from '#domain/patient/same-patient.ts';
import type {
  DraftContent,
  LocalPatient,
  RegistrationForm,
  RegistrationLabels,
} from '#domain/registration.ts';
import type { CapturedStatement } from '#domain/signature/statement.ts';
import { createStoredObjectSchema } from './earlier-names.ts';
import type { AttachmentSummary, CorrectionSummary, RegistrationSummary } from './entry-summary.ts';

/**
 * Schemas of content that the device encrypts. Another app version may have written it: a missing field gets its default, an
 * unknown field is kept. All other deviations count as `damaged`.
 */
const TextOrEmpty = z._default(z.string(), '');
const TextOrNone = z._default(z.nullable(z.string()), null);
const StoredIdentityDocumentType = z._default(z.enum(IDENTIFICATION_TYPES), 'CC');
const createChoiceSchema = (values: readonly string[], missing: string) =>
  z._default(z.enum([...values, missing]), missing);

const StoredAdditionalValue = z.object({ ...AdditionalValue.shape, value: z.string() });
const isReadableAdditionalValue = (value: unknown): value is AdditionalValue =>
  StoredAdditionalValue.safeParse(value).success;
/** Values of additional fields as typed, valid or not. A value of a kind that this app version does not know is left out. */
export const StoredAdditionalValues = z.pipe(
  z._default(z.array(z.unknown()), []),
  z.transform((values) => values.filter(isReadableAdditionalValue)),
);

const StoredProposedCompany = z.object({ id: z.string(), name: z.string(), nit: TextOrNone });

export const createPatientFieldSchema = (definition: PatientFieldDefinition): z.ZodMiniType => {
  if (definition.kind === 'choice') return z._default(z.nullable(z.enum(definition.values)), null);
  return definition.isRequired ? TextOrEmpty : TextOrNone;
};

const StoredUsedAnnouncement = z.looseObject({
  day: TextOrEmpty,
  identification_type: StoredIdentityDocumentType,
  identification_number: TextOrEmpty,
  ...buildPerPatientField(createPatientFieldSchema),
  package_job: TextOrNone,
  additional_fields: StoredAdditionalValues,
});

const StoredRegistrationForm = createStoredObjectSchema({
  identification_type: StoredIdentityDocumentType,
  identification_number: TextOrEmpty,
  ...buildPerPatientField((definition) =>
    definition.kind === 'choice' ? createChoiceSchema(definition.values, '') : TextOrEmpty,
  ),
  occupation_id: TextOrNone,
  evaluation_type_id: TextOrEmpty,
  employer_company_id: TextOrEmpty,
  contractor_company_id: TextOrEmpty,
  additional_info: TextOrEmpty,
  patient_additional: StoredAdditionalValues,
  visit_additional: StoredAdditionalValues,
  proposed_companies: z._default(z.array(StoredProposedCompany), []),
  patient_id: TextOrNone,
  expected_person_id: TextOrNone,
  announced: z._default(z.nullable(StoredUsedAnnouncement), null),
}) as z.ZodMiniType<RegistrationForm>;

const StoredVisitChoices = createStoredObjectSchema({
  evaluation_type_id: TextOrEmpty,
  employer_company_id: TextOrEmpty,
  contractor_company_id: TextOrEmpty,
});

export const StoredPatient = z.looseObject({
  id: TextOrNone,
  identification_type: StoredIdentityDocumentType,
  identification_number: TextOrEmpty,
  ...buildPerPatientField(createPatientFieldSchema),
  occupation_id: TextOrNone,
  additional_fields: StoredAdditionalValues,
  last_evaluation: z._default(
    z.nullable(
      z.looseObject({
        id: z._default(z.nullable(z.string()), null),
        started_at: z.string(),
        evaluation_type_name: TextOrEmpty,
        isOpen: z._default(z.boolean(), false),
        chosen: z._default(z.nullable(StoredVisitChoices), null),
      }),
    ),
    null,
  ),
}) as z.ZodMiniType<LocalPatient>;

const StoredIdentity = createStoredObjectSchema({
  identification_type: StoredIdentityDocumentType,
  identification_number: TextOrEmpty,
  name: TextOrEmpty,
}) as z.ZodMiniType<Identity>;

const StoredRegistrationLabels: z.ZodMiniType<RegistrationLabels> = z.looseObject({
  evaluationType: TextOrEmpty,
  employerCompany: TextOrEmpty,
  contractorCompany: TextOrNone,
});

const StoredCorrectionDraft = z.looseObject({
  before: z.prefault(StoredRegistrationForm, {}),
  labels: z.prefault(StoredRegistrationLabels, {}),
  replaces: z._default(z.array(z.string()), []),
  reason: TextOrEmpty,
  arePicturesRight: z._default(z.boolean(), false),
  moved: z._default(z.nullable(z.object({ document: z.string(), person: z.enum(['same', 'other']) })), null),
});

export const StoredDraftContent: z.ZodMiniType<DraftContent> = z.looseObject({
  form: z.prefault(StoredRegistrationForm, {}),
  step: z._default(z.union([z.literal(0), z.literal(1), z.literal(2)]), 0),
  linked: z._default(z.nullable(StoredPatient), null),
  picturesOf: z._default(z.nullable(StoredIdentity), null),
  typedCompanies: z.prefault(
    createStoredObjectSchema({ employer_company_id: TextOrEmpty, contractor_company_id: TextOrEmpty }),
    {},
  ),
  correcting: z._default(z.nullable(StoredCorrectionDraft), null),
});

const SummaryBaseFields = {
  patientName: TextOrEmpty,
  identification_type: StoredIdentityDocumentType,
  identification_number: TextOrEmpty,
  registeredBy: z.optional(z.string()),
};

const registrationSummaryFields = {
  ...SummaryBaseFields,
  labels: z.prefault(StoredRegistrationLabels, {}),
  form: z.prefault(StoredRegistrationForm, {}),
  linked: z._default(z.nullable(StoredPatient), null),
};
export const StoredRegistrationSummary = createStoredObjectSchema(
  registrationSummaryFields,
) as z.ZodMiniType<RegistrationSummary>;

export const StoredCorrectionSummary = createStoredObjectSchema({
  ...registrationSummaryFields,
  before: z.prefault(StoredRegistrationForm, {}),
  labelsBefore: z.prefault(StoredRegistrationLabels, {}),
  reason: TextOrEmpty,
  pictures: z._default(z.array(z.enum(['photo', 'signature'])), []),
}) as z.ZodMiniType<CorrectionSummary>;

export const StoredAttachmentSummary = createStoredObjectSchema({
  ...SummaryBaseFields,
  examName: TextOrEmpty,
  fileName: TextOrEmpty,
}) as z.ZodMiniType<AttachmentSummary>;

const LongText = z.string().check(z.maxLength(10_000));
/** Missing and too long values become empty, because a rejection may come from a rescue file of any source. */
export const StoredRejection: z.ZodMiniType<Rejection> = z.object({
  status: z.catch(z.int(), 0),
  code: z.catch(z.nullable(z.string().check(z.maxLength(300))), null),
  message: z.catch(LongText, ''),
  statusText: z.catch(z.optional(z.string().check(z.maxLength(300))), undefined),
  sentBytes: z.catch(z.optional(z.int().check(z.nonnegative())), undefined),
  details: z.catch(z.array(FieldProblem).check(z.maxLength(200)), []),
  requestId: z.catch(z.optional(z.string().check(z.regex(REQUEST_ID_PATTERN))), undefined),
});

/** Signing statement. Only the server validates it, so a `reason` of a later app version is kept unchanged. */
export const StoredSigningStatement = z.object({
  signedAt: z.int(),
  deviceId: z.string(),
  text: z._default(z.nullable(z.object({ version: z.string(), sha256: z.string() })), null),
  witness: z._default(
    z.nullable(
      z.object({
        reason: z.string(),
        detail: TextOrNone,
        name: TextOrEmpty,
        identification_type: StoredIdentityDocumentType,
        identification_number: TextOrEmpty,
      }),
    ),
    null,
  ),
}) as z.ZodMiniType<CapturedStatement>;

/** Permissions that this app version does not know are omitted. */
export const StoredAccountData = z.object({
  email: TextOrNone,
  displayName: TextOrEmpty,
  providerId: z.optional(z.string()),
  actions: z.prefault(permissionCodes, []),
  grantable: z.optional(permissionCodes),
  attachmentMaxBytes: z.optional(z.int()),
});

export const StoredBranchHeader = z.looseObject({ branchId: TextOrNone, branding: Branding });

/** JSON text of the request, stored unchanged (S7). */
export const StoredRequestBody = z.string();

import { z } from 'zod';
import { FieldProblem } from '#contract/errors.ts';
import { GENDERS, IDENTIFICATION_TYPES, PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import type { Worksheet } from '#domain/evaluation/worksheet.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import type { DraftContent, KnownPatient, RegistrationForm } from '#domain/registration.ts';
import type { AttachmentSummary, RegistrationSummary } from './entry-summary.ts';

/**
 * What the device seals, as it is read again. Another version of the app may have written it: a field that is missing gets its
 * default, one that is unknown stays. What is something else altogether is `damaged`.
 */
const Text = z.string().default('');
const TextOrNone = z.string().nullable().default(null);
const DocumentType = z.enum(IDENTIFICATION_TYPES).default('CC');

const Form: z.ZodType<RegistrationForm> = z.looseObject({
  identificationType: DocumentType,
  identificationNumber: Text,
  firstName: Text,
  middleName: Text,
  lastName: Text,
  secondLastName: Text,
  birthDate: Text,
  gender: z.enum([...GENDERS, '']).default(''),
  occupationName: Text,
  occupationId: TextOrNone,
  evaluationTypeId: Text,
  employerCompanyId: Text,
  contractorCompanyId: Text,
  additionalInfo: Text,
  existingPatientId: TextOrNone,
});

export const SealedPatient: z.ZodType<KnownPatient> = z.looseObject({
  id: TextOrNone,
  identification_type: DocumentType,
  identification_number: Text,
  first_name: Text,
  middle_name: TextOrNone,
  last_name: Text,
  second_last_name: TextOrNone,
  birth_date: TextOrNone,
  gender: z.enum(GENDERS).nullable().default(null),
  occupation_name: TextOrNone,
  occupation_id: TextOrNone,
  last_evaluation: z
    .looseObject({
      started_at: z.string(),
      evaluation_type_name: Text,
      chosen: z
        .looseObject({ evaluationTypeId: Text, employerCompanyId: Text, contractorCompanyId: Text })
        .nullable()
        .default(null),
    })
    .nullable()
    .default(null),
});

export const SealedDraft: z.ZodType<DraftContent> = z.looseObject({
  form: Form.prefault({}),
  step: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  linked: SealedPatient.nullable().default(null),
});

const Person = {
  patientName: Text,
  identificationType: DocumentType,
  identificationNumber: Text,
  registeredBy: z.string().optional(),
};

export const SealedRegistration: z.ZodType<RegistrationSummary> = z.looseObject({
  ...Person,
  labels: z
    .looseObject({ evaluationType: Text, employerCompany: Text, contractorCompany: TextOrNone })
    .prefault({}),
  form: Form.prefault({}),
});

export const SealedAttachment: z.ZodType<AttachmentSummary> = z.looseObject({
  ...Person,
  examName: Text,
  fileName: Text,
});

const Words = z.string().max(10_000);
/** What is missing or too long has said nothing: it may come in a rescue file from anywhere. */
export const SealedRefusal: z.ZodType<Refusal> = z.object({
  status: z.number().int().catch(0),
  code: z.string().max(300).nullable().catch(null),
  message: Words.catch(''),
  statusText: z.string().max(300).optional().catch(undefined),
  details: z.array(FieldProblem).max(200).catch([]),
});

const TypedText = z.looseObject({ base: Text, mine: Text, theirs: TextOrNone });
export const SealedWorksheet: z.ZodType<Worksheet> = z.looseObject({
  texts: z.record(z.string(), TypedText).default({}),
  added: z
    .array(z.looseObject({ examId: z.string(), name: Text, code: Text, notes: Text, base: Text }))
    .default([]),
});

const isPermission = (action: string): action is Permission =>
  (PERMISSIONS as readonly string[]).includes(action);

/** Permissions of another version are left out. */
export const SealedFacts = z.object({
  email: TextOrNone,
  displayName: Text,
  actions: z
    .array(z.string())
    .default([])
    .transform((actions) => actions.filter(isPermission)),
  attachmentMaxBytes: z.number().int().optional(),
});

/** The request's JSON, kept to the letter (S7). */
export const SealedBody = z.string();

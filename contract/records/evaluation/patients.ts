import * as z from 'zod/mini';
import { plainSigns } from '../../fold.ts';
import { DOCUMENT_MAX_LENGTH, NAME_MAX_LENGTH } from '../../limits.ts';
import { BirthDate, Uuid, optionalText, requiredName, requiredText } from '../../primitives.ts';
import { FORMER_TYPES, GENDERS, IDENTIFICATION_TYPES } from '../../vocabulary.ts';

export const IdentificationTypeField = z.enum(IDENTIFICATION_TYPES, 'Seleccione un tipo de identificación');
export const IdentificationNumberField = requiredText(
  'Ingrese el número de identificación',
  DOCUMENT_MAX_LENGTH,
).check(
  // Digits of another width, and dashes of a text processor, are pasted with numbers.
  z.overwrite((number) => plainSigns(number.normalize('NFKC'))),
  z.regex(/^[\p{L}\p{N}.\- ]+$/u, 'Usa solo letras, números, puntos, guiones o espacios.'),
);

export const PatientSearchQuery = z.object({
  identification_type: IdentificationTypeField,
  identification_number: IdentificationNumberField,
  /** Ours, beside a CC: the response may be a patient who is known under this type with the same number, where the CC is unknown. */
  former_type: z.optional(z.enum(FORMER_TYPES)),
});
export type PatientSearchQuery = z.infer<typeof PatientSearchQuery>;

/** Data of a patient that may be removed again. */
export const CLEARABLE = [
  'middle_name',
  'second_last_name',
  'birth_date',
  'gender',
  'occupation_name',
] as const satisfies readonly PatientField[];
export type Clearable = (typeof CLEARABLE)[number];

/** A person as the desk confirms them (POST /evaluations). Rules and texts: P5. */
export const PatientInput = z.object({
  /** Whom the desk found under this document, when it changes their data on purpose: their names may differ then (S15). */
  id: z.optional(Uuid),
  identification_type: IdentificationTypeField,
  identification_number: IdentificationNumberField,
  first_name: requiredName('Ingrese los nombres', NAME_MAX_LENGTH),
  middle_name: optionalText(NAME_MAX_LENGTH),
  last_name: requiredName('Ingrese los apellidos', NAME_MAX_LENGTH),
  second_last_name: optionalText(NAME_MAX_LENGTH),
  birth_date: z.pipe(
    z.nullish(BirthDate),
    z.transform((day) => day || undefined),
  ),
  gender: z.pipe(
    z.nullish(z.enum(GENDERS)),
    z.transform((gender) => gender ?? undefined),
  ),
  occupation_id: z.pipe(
    z.nullish(Uuid),
    z.transform((id) => id ?? undefined),
  ),
  occupation_name: optionalText(NAME_MAX_LENGTH),
  /** Ours: values that the user removed. A field that is only absent leaves a known patient's value as it is. */
  cleared: z.optional(z.array(z.enum(CLEARABLE)).check(z.maxLength(CLEARABLE.length))),
  /** Ours, beside a CC: the user confirmed that it replaces a document of this type, under which the patient may still be known. */
  former_type: z.optional(z.enum(FORMER_TYPES)),
});
export type PatientInput = z.infer<typeof PatientInput>;

/**
 * A person as the provider keeps them (P3). `last_evaluation` is ours: what the desk says when it finds someone, of its
 * own branch alone.
 */
export const Patient = z.object({
  id: Uuid,
  identification_type: z.enum(IDENTIFICATION_TYPES),
  identification_number: z.string(),
  first_name: z.string(),
  middle_name: z.nullish(z.string()),
  last_name: z.string(),
  second_last_name: z.nullish(z.string()),
  birth_date: z.nullish(z.string()),
  gender: z.nullish(z.enum(GENDERS)),
  occupation_name: z.nullish(z.string()),
  occupation_id: z.nullish(Uuid),
  last_evaluation: z.nullish(
    z.object({
      id: Uuid,
      started_at: z.string(),
      evaluation_type_name: z.string(),
      /** Not closed yet: whoever comes back for the rest needs no second one. */
      is_open: z.nullish(z.boolean()),
      /** What the desk takes over with one tap. Providers before 1.0 do not tell it. */
      evaluation_type_id: z.nullish(Uuid),
      employer_company_id: z.nullish(Uuid),
      contractor_company_id: z.nullish(Uuid),
    }),
  ),
});
export type Patient = z.infer<typeof Patient>;

/** What a registration may change of a person who is known already; the document says who it is. */
export const PATIENT_DATA = [
  'first_name',
  'middle_name',
  'last_name',
  'second_last_name',
  'birth_date',
  'gender',
  'occupation_name',
] as const satisfies readonly (keyof Patient)[];
export type PatientField = (typeof PATIENT_DATA)[number];
const datum = z.nullish(z.string());
/** Some of a person's data; null for one that they did not have. */
export const PatientData = z.object({
  first_name: datum,
  middle_name: datum,
  last_name: datum,
  second_last_name: datum,
  birth_date: datum,
  gender: z.nullish(z.enum(GENDERS)),
  occupation_name: datum,
} satisfies Record<PatientField, z.ZodMiniType>);
export type PatientData = z.infer<typeof PatientData>;

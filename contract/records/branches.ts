import * as z from 'zod/mini';
import { RowRevision, foldAliases, listOf, listQueryFields } from './catalogs.ts';
import { CATALOG_NAME_MAX_LENGTH, CONTACT_MAX_LENGTH, NIT_MAX_LENGTH } from '../limits.ts';
import { Instant, Uuid, nullableText, requiredText } from '../primitives.ts';

const contactFields = {
  address: z.nullish(z.string()),
  contact_email: z.nullish(z.string()),
  contact_phone: z.nullish(z.string()),
  contact_website: z.nullish(z.string()),
  contact_address: z.nullish(z.string()),
};

/** Ours: what documents say of the institution in law. */
const institutionFields = {
  nit: z.nullish(z.string()),
  habilitation_code: z.nullish(z.string()),
  city: z.nullish(z.string()),
};

export const Branch = z.object({
  id: Uuid,
  company_id: Uuid,
  /** Ours: so that a list need not ask for each company. */
  company_name: z.nullish(z.string()),
  name: z.string(),
  ...contactFields,
  ...institutionFields,
  has_logo: z.boolean(),
  /** Changes with the logo's bytes; null without one. */
  logo_hash: z.nullish(z.string()),
  branding_updated_at: z.nullish(Instant),
  /** Ours: whether a doctor is signed for by their own user alone. */
  own_signature_only: z.optional(z.boolean()),
  /** Ours: whether a user without a linked doctor signs without password and reason, as a doctor without a linked user. */
  unlinked_signatures: z.optional(z.boolean()),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Branch = z.infer<typeof Branch>;
export const BranchList = listOf(Branch);

export const BranchesQuery = z.pipe(
  z.transform(foldAliases),
  z.object({ ...listQueryFields, company_id: z.optional(Uuid) }),
);
export type BranchesQuery = z.output<typeof BranchesQuery>;

const INCOMPLETE = 'Debes seleccionar una empresa y asignar un nombre a la sede.';

/** Absent, empty and null are all 'none'; a website begins with http:// or https:// (P5). */
const contactInput = {
  address: nullableText(CONTACT_MAX_LENGTH),
  contact_email: nullableText(CONTACT_MAX_LENGTH).check(
    z.refine(
      (text) => text === null || z.email().safeParse(text).success,
      'Escribe un correo válido, como sede@clinica.com.',
    ),
  ),
  contact_phone: nullableText(CONTACT_MAX_LENGTH),
  contact_website: nullableText(CONTACT_MAX_LENGTH).check(
    z.refine(
      (text) => text === null || /^https?:\/\/[^\s/][^\s/.]*\.\S+$/i.test(text),
      'La página web debe empezar por http:// o https://.',
    ),
  ),
  contact_address: nullableText(CONTACT_MAX_LENGTH),
};

const nit = nullableText(NIT_MAX_LENGTH).check(
  z.refine(
    (text) => text === null || /^\d[\d.\s]{4,20}\d(?:\s?-\s?\d)?$/.test(text),
    'Escribe el NIT con números, como 900123456-8.',
  ),
);

/** Of the provider, ten figures; of one of its branches, twelve. */
const habilitationCode = z
  .pipe(
    nullableText(NIT_MAX_LENGTH),
    z.transform((text) => text && text.replace(/[\s.-]/g, '')),
  )
  .check(
    z.refine(
      (text) => text === null || /^\d{10,12}$/.test(text),
      'El código de habilitación tiene de 10 a 12 números.',
    ),
  );

/** What is absent stays as it is: a client of the base contract knows none of it. */
const institutionInput = {
  nit: z.optional(nit),
  habilitation_code: z.optional(habilitationCode),
  city: z.optional(nullableText(CATALOG_NAME_MAX_LENGTH)),
};

export const BranchBody = z.object({
  company_id: z.uuid(INCOMPLETE),
  name: requiredText(INCOMPLETE, CATALOG_NAME_MAX_LENGTH),
  ...contactInput,
  ...institutionInput,
});
export type BranchBody = z.infer<typeof BranchBody>;

/** Ours, in a call of its own: who may change how the branch presents itself decides nothing about signatures. */
export const SigningRuleBody = z.object({
  own_signature_only: z.boolean(),
  /** Unchanged when absent: pages of earlier versions do not send it. */
  unlinked_signatures: z.optional(z.boolean()),
});
export type SigningRuleBody = z.infer<typeof SigningRuleBody>;

/** The own branch: what is absent stays as it is, empty and null are 'none'; a name that is empty stays too. */
export const OwnBranchBody = z.partial(
  z.object({ name: nullableText(CATALOG_NAME_MAX_LENGTH), ...contactInput, ...institutionInput }),
);
export type OwnBranchBody = z.infer<typeof OwnBranchBody>;

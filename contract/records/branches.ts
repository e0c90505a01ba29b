import * as z from 'zod/mini';
import { RowRevision, replaceAliasParameters, listSchemaOf, listQueryFields } from './catalogs.ts';
import { CATALOG_NAME_MAX_LENGTH, CONTACT_MAX_LENGTH, NIT_MAX_LENGTH } from '../limits.ts';
import { Instant, Uuid, nullableText, requiredText } from '../primitives.ts';

const contactFields = {
  address: z.nullish(z.string()),
  contact_email: z.nullish(z.string()),
  contact_phone: z.nullish(z.string()),
  contact_website: z.nullish(z.string()),
  contact_address: z.nullish(z.string()),
};

/** Extension of the base contract: legal data of the institution, printed in documents. */
const institutionFields = {
  nit: z.nullish(z.string()),
  habilitation_code: z.nullish(z.string()),
  city: z.nullish(z.string()),
};

export const Branch = z.object({
  id: Uuid,
  company_id: Uuid,
  /** Extension of the base contract: name of the branch's company, so that a list needs no request for each company. */
  company_name: z.nullish(z.string()),
  name: z.string(),
  ...contactFields,
  ...institutionFields,
  has_logo: z.boolean(),
  logo_hash: z.nullish(z.string()),
  branding_updated_at: z.nullish(Instant),
  /** Extension of the base contract: true when only a doctor's own user may sign as that doctor. */
  own_signature_only: z.optional(z.boolean()),
  /**
   * Extension of the base contract: true when a user without a linked doctor may sign as a doctor without a linked user. Such a
   * user then enters neither password nor reason.
   */
  unlinked_signatures: z.optional(z.boolean()),
  is_active: z.boolean(),
  revision: RowRevision,
});
export type Branch = z.infer<typeof Branch>;
export const BranchList = listSchemaOf(Branch);

export const BranchesQuery = z.pipe(
  z.transform(replaceAliasParameters),
  z.object({ ...listQueryFields, company_id: z.optional(Uuid) }),
);
export type BranchesQuery = z.output<typeof BranchesQuery>;

const INCOMPLETE = 'Debes seleccionar una empresa y asignar un nombre a la sede.';

/**
 * Contact data of a branch. Absent, empty and null all mean that there is no value; a website begins with http:// or https://
 * (P5).
 */
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

/** Code of the institution (ten digits) or of one of its branches (twelve digits). */
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

/**
 * Legal data of the institution. An absent field keeps its value, because clients of the base contract do not send these
 * fields.
 */
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

/**
 * Extension of the base contract: body that changes who may sign. It has a separate request, because users who may change the
 * branding may not change the rules for signing.
 */
export const SigningRuleBody = z.object({
  own_signature_only: z.boolean(),
  /** An absent value changes nothing, because pages of earlier versions do not send it. */
  unlinked_signatures: z.optional(z.boolean()),
});
export type SigningRuleBody = z.infer<typeof SigningRuleBody>;

/**
 * Changes to the branch of the signed-in user: an absent field keeps its value, an empty text or null removes it; an empty name
 * keeps the name.
 */
export const OwnBranchBody = z.partial(
  z.object({ name: nullableText(CATALOG_NAME_MAX_LENGTH), ...contactInput, ...institutionInput }),
);
export type OwnBranchBody = z.infer<typeof OwnBranchBody>;

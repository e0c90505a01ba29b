import * as z from 'zod/mini';
import { CATALOG_NAME_MAX_LENGTH, BRANCH_CONTACT_MAX_LENGTH, NIT_MAX_LENGTH } from '../limits.ts';
import { Instant, Uuid, createEmailCheck, nullableText } from '../primitives.ts';
import { defineCatalog } from './catalog.ts';
import {
  createNullableTextCheck,
  defineCompanyField,
  defineLineField,
  defineRequiredLineField,
} from './fields.ts';
import { listQueryFields, replaceAliasParameters } from '../lists.ts';

export const BranchesQuery = z.pipe(
  z.transform(replaceAliasParameters),
  z.object({ ...listQueryFields, company_id: z.optional(Uuid) }),
);
export type BranchesQuery = z.output<typeof BranchesQuery>;

const BRANCH_INCOMPLETE_TEXT = 'Debes seleccionar una empresa y asignar un nombre a la sede.';
const BRANCH_LOAD_FAILED_TEXT = 'No se pudo cargar la sede seleccionada.';

const hasNitFormat = (text: string) => /^\d[\d.\s]{4,20}\d(?:\s?-\s?\d)?$/.test(text);
const isHttpUrl = (text: string) => /^https?:\/\/[^\s/][^\s/.]*\.\S+$/i.test(text);

/** Code of the institution (ten digits) or of one of its branches (twelve digits). */
const habilitationCodeChecks = [
  z.overwrite<string | null>((text) => text && text.replace(/[\s.-]/g, '')),
  createNullableTextCheck(
    (text) => /^\d{10,12}$/.test(text),
    'El código de habilitación tiene de 10 a 12 números.',
  ),
];

export const branches = defineCatalog({
  key: 'branches',
  calls: { one: 'Branch', many: 'Branches' },
  path: '/branches',
  param: 'branchId',
  icon: 'building',
  read: ['user_management', 'manage_catalogs'],
  write: 'user_management',
  isReadById: true,
  query: BranchesQuery,
  noun: { gender: 'f', one: 'sede', many: 'sedes' },
  texts: {
    title: 'Sedes',
    create: 'Nueva sede',
    searchFor: 'Nombre o dirección',
    notInPanel: BRANCH_LOAD_FAILED_TEXT,
    notInForm: BRANCH_LOAD_FAILED_TEXT,
    beforeDeactivating:
      'Quienes trabajan en ella se quedan sin sede y no pueden registrar ni consultar hasta que la actives de nuevo o les asignes otra. Lo que sus dispositivos aún no han enviado queda guardado en ellos.',
  },
  storesFilters: true,
  fields: {
    company_id: defineCompanyField(BRANCH_INCOMPLETE_TEXT, { label: 'Empresa' }),
    name: defineRequiredLineField(BRANCH_INCOMPLETE_TEXT, { label: 'Nombre de la sede', isWide: true }),
    nit: defineLineField({
      label: 'NIT',
      isOurs: true,
      isNit: true,
      max: NIT_MAX_LENGTH,
      checks: [createNullableTextCheck(hasNitFormat, 'Escribe el NIT con números, como 900123456-8.')],
    }),
    habilitation_code: defineLineField({
      label: 'Código de habilitación',
      hint: 'El de REPS, de 10 a 12 números.',
      isOurs: true,
      max: NIT_MAX_LENGTH,
      checks: habilitationCodeChecks,
    }),
    city: defineLineField({ label: 'Ciudad', isOurs: true, isWide: true }),
    address: defineLineField({
      label: 'Dirección',
      hint: 'Sale en el encabezado de los documentos.',
      isWide: true,
      isColumn: true,
      max: BRANCH_CONTACT_MAX_LENGTH,
    }),
    contact_phone: defineLineField({
      label: 'Teléfono de contacto',
      keyboard: 'tel',
      max: BRANCH_CONTACT_MAX_LENGTH,
    }),
    contact_email: defineLineField({
      label: 'Correo de contacto',
      keyboard: 'email',
      max: BRANCH_CONTACT_MAX_LENGTH,
      checks: [createEmailCheck<string | null>('sede@clinica.com')],
    }),
    contact_website: defineLineField({
      label: 'Página web',
      hint: 'Empieza por http:// o https://',
      keyboard: 'url',
      isWide: true,
      max: BRANCH_CONTACT_MAX_LENGTH,
      checks: [createNullableTextCheck(isHttpUrl, 'La página web debe empezar por http:// o https://.')],
    }),
    contact_address: defineLineField({
      label: 'Dirección de contacto',
      hint: 'Para correspondencia, si es distinta de la dirección.',
      isWide: true,
      max: BRANCH_CONTACT_MAX_LENGTH,
    }),
  },
  others: {
    /** Extension of the base contract: name of the branch's company, so that a list needs no request for each company. */
    company_name: z.nullish(z.string()),
    has_logo: z.boolean(),
    logo_hash: z.nullish(z.string()),
    branding_updated_at: z.nullish(Instant),
    /** Extension of the base contract: true when only a doctor's own user may sign as that doctor. */
    own_signature_only: z.optional(z.boolean()),
    /**
     * Extension of the base contract: true when a user without a linked doctor may sign as a doctor without a linked user. Such
     * a user then enters neither password nor reason.
     */
    unlinked_signatures: z.optional(z.boolean()),
  },
});

export const Branch = branches.Item;
export type Branch = z.infer<typeof Branch>;
export const BranchBody = branches.Body;
export type BranchBody = z.infer<typeof BranchBody>;
export const BranchList = branches.List;

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
  z.extend(z.omit(BranchBody, { company_id: true }), { name: nullableText(CATALOG_NAME_MAX_LENGTH) }),
);
export type OwnBranchBody = z.infer<typeof OwnBranchBody>;

import type { Branch } from '#contract/catalogs/branches.ts';
import { nitWarning } from '#sync/messages/nit-text.ts';

export const OWN_BRANCH_FIELDS = [
  { name: 'name', label: 'Nombre de la sede', type: 'text' },
  { name: 'nit', label: 'NIT', type: 'text' },
  { name: 'habilitation_code', label: 'Código de habilitación', type: 'text' },
  { name: 'city', label: 'Ciudad', type: 'text' },
  { name: 'address', label: 'Dirección', type: 'text' },
  { name: 'contact_phone', label: 'Teléfono de contacto', type: 'tel' },
  { name: 'contact_email', label: 'Correo de contacto', type: 'email' },
  { name: 'contact_website', label: 'Página web', type: 'url' },
  { name: 'contact_address', label: 'Dirección de contacto', type: 'text' },
] as const;

export type OwnBranchFieldName = (typeof OWN_BRANCH_FIELDS)[number]['name'];
export type OwnBranchValues = Record<OwnBranchFieldName, string>;

const OWN_BRANCH_FIELD_DESCRIPTIONS: Partial<Record<OwnBranchFieldName, string>> = {
  name: 'Si lo dejas vacío, se conserva el nombre actual.',
  nit: 'De la institución. Sale en los documentos.',
  habilitation_code: 'El de REPS, de 10 a 12 números. Sale en los documentos.',
  city: 'Sale en los documentos, también donde se toma la firma.',
  address: 'Sale en el encabezado de los documentos.',
  contact_website: 'Empieza por http:// o https://',
  contact_address: 'Para correspondencia, si es distinta de la dirección.',
};

export const ownBranchFieldHint = (name: OwnBranchFieldName, typed: string): string | undefined =>
  (name === 'nit' ? nitWarning(typed) : null) ?? OWN_BRANCH_FIELD_DESCRIPTIONS[name];

export const toOwnBranchValues = (branch: Branch): OwnBranchValues => ({
  name: branch.name,
  nit: branch.nit ?? '',
  habilitation_code: branch.habilitation_code ?? '',
  city: branch.city ?? '',
  address: branch.address ?? '',
  contact_phone: branch.contact_phone ?? '',
  contact_email: branch.contact_email ?? '',
  contact_website: branch.contact_website ?? '',
  contact_address: branch.contact_address ?? '',
});

export const changedBranchFields = (typed: OwnBranchValues, now: OwnBranchValues) =>
  OWN_BRANCH_FIELDS.filter(({ name }) => typed[name].trim() !== now[name]).map(({ name, label }) => ({
    label,
    now: now[name] || 'Vacío',
  }));

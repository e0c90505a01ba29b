import type { Branch } from '#contract/records/branches.ts';

/** What the own branch lets its people change, in the order of the form. */
export const FIELDS = [
  { name: 'name', label: 'Nombre de la sede', type: 'text' },
  { name: 'address', label: 'Dirección', type: 'text' },
  { name: 'contact_phone', label: 'Teléfono de contacto', type: 'tel' },
  { name: 'contact_email', label: 'Correo de contacto', type: 'email' },
  { name: 'contact_website', label: 'Página web', type: 'url' },
  { name: 'contact_address', label: 'Dirección de contacto', type: 'text' },
] as const;

export type FieldName = (typeof FIELDS)[number]['name'];
export type FormValues = Record<FieldName, string>;

/** What stands under the fields whose use is not plain. */
export const DESCRIPTIONS: Partial<Record<FieldName, string>> = {
  name: 'Si lo dejas vacío, se conserva el nombre actual.',
  address: 'Sale en el encabezado de los documentos.',
  contact_website: 'Empieza por http:// o https://',
  contact_address: 'Para correspondencia, si es distinta de la dirección.',
};

export const valuesOf = (branch: Branch): FormValues => ({
  name: branch.name,
  address: branch.address ?? '',
  contact_phone: branch.contact_phone ?? '',
  contact_email: branch.contact_email ?? '',
  contact_website: branch.contact_website ?? '',
  contact_address: branch.contact_address ?? '',
});

/** Where what is there now differs from what was typed. */
export const differences = (typed: FormValues, now: FormValues) =>
  FIELDS.filter(({ name }) => typed[name].trim() !== now[name]).map(({ name, label }) => ({
    label,
    now: now[name] || 'Vacío',
  }));

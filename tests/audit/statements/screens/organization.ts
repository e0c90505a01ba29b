import type { Statement } from '../statement.ts';

/** Audited requirements of P2 and P5 (base contract) on the page of the user's own branch. */
export const statements = [
  { id: 'organization-1', section: 'P5', says: 'Every field is optional, trimmed, and empty becomes none' },
  {
    id: 'organization-2',
    section: 'P5',
    says: "A logo of more than 250 KB: 'El archivo supera el límite de 250 KB.'",
  },
  {
    id: 'organization-3',
    section: 'P2',
    says: 'Everybody may change the own branch',
    onPurpose:
      'Without user_management or manage_catalogs it is only read: it prints on every document of the branch',
  },
  { id: 'organization-4', section: 'P8', says: "'No se pudo cargar la información.'" },
  { id: 'organization-5', section: 'P8', says: "'No se pudo actualizar la información.'" },
  { id: 'organization-6', section: 'P8', says: "'Información actualizada correctamente.'" },
  { id: 'organization-7', section: 'P5', says: 'The website begins with http(s)' },
  {
    id: 'organization-8',
    section: 'P8',
    says: "'Logo actualizado correctamente.' and 'Logo eliminado correctamente.'",
  },
] as const satisfies readonly Statement[];

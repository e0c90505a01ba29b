import type { Statement } from '../statement.ts';

/** Audited requirements of P2 (base contract) on the list of evaluations. */
export const statements = [
  { id: 'list-1', section: 'P2', says: "Its title is 'Evaluaciones pendientes'" },
  { id: 'list-2', section: 'P2', says: 'A patient is found by document and by name' },
  {
    id: 'list-3',
    section: 'P2',
    says: 'States are checkboxes, and the last one that is chosen cannot be taken away',
  },
  { id: 'list-4', section: 'P2', says: 'Filters from day and to day' },
  { id: 'list-5', section: 'P2', says: "The employer is chosen by searching, or 'Todas las empresas'" },
  { id: 'list-6', section: 'P2', says: "'Limpiar filtros' brings the usual ones back" },
  {
    id: 'list-7',
    section: 'P2',
    says: "Columns: patient with contractor or 'Sin contratante', document, type and employer with name and code, state, start",
  },
  { id: 'list-8', section: 'P2', says: "Each row has 'Ver detalle'" },
  { id: 'list-9', section: 'P2', says: "Pages by Anterior and Siguiente, with 'Mostrando X – Y de N'" },
  {
    id: 'list-10',
    section: 'P2',
    says: "Nothing found: 'No se encontraron evaluaciones con los filtros seleccionados.' and 'Sin registros'",
  },
  { id: 'list-11', section: 'P4', says: 'A changed filter leads back to the first page' },
  {
    id: 'list-12',
    section: 'P2',
    says: 'Without a branch user_management is told to choose one in the top bar',
  },
  { id: 'list-13', section: 'P2', says: 'Without a branch others are told to ask the administrator' },
  { id: 'list-14', section: 'P8', says: "A 403 with 'branch not resolved' is that notice too" },
  { id: 'list-15', section: 'P9', says: 'Ten evaluations a page' },
  { id: 'list-16', section: 'P4', says: 'States are tagged Pendiente, En proceso and Cerrada' },
  { id: 'list-17', section: 'P8', says: "Loading failed: 'No se pudo cargar el listado de evaluaciones.'" },
  {
    id: 'list-18',
    section: 'P7',
    says: 'The list shows every state when none is named',
    onPurpose:
      'Unless asked otherwise the open ones are shown: it is the list of who waits, and the closed ones are one touch away',
  },
] as const satisfies readonly Statement[];

import type { Statement } from '../statement.ts';

/** Audited requirements of P2 (base contract) on top bar, navigation and dialogs. */
export const statements = [
  { id: 'shell-1', section: 'P2', says: 'The top bar names the clinic and the branch' },
  {
    id: 'shell-2',
    section: 'P2',
    says: 'The active branch has its button for user_management, and for nobody else',
  },
  {
    id: 'shell-3',
    section: 'P2',
    says: 'The top bar names the user, and has the change of the password and the way out',
  },
  {
    id: 'shell-4',
    section: 'P2',
    says: "Everybody's navigation has Inicio, Registrar paciente, Evaluaciones and Mi organización, in this order",
  },
  { id: 'shell-5', section: 'P2', says: 'Usuarios stands in the navigation with user_management alone' },
  { id: 'shell-6', section: 'P2', says: 'Catálogos stands in the navigation with manage_catalogs alone' },
  {
    id: 'shell-7',
    section: 'P2',
    says: 'A page of the navigation that the person may not use says so, and does not break',
  },
  { id: 'shell-8', section: 'P2', says: '/admin has a sidebar of administration; the catalogues have none' },
  { id: 'shell-9', section: 'P2', says: 'Changing the password is a dialog over the page' },
  {
    id: 'shell-10',
    section: 'P2',
    says: 'The choice of a branch opens by itself for user_management without an active branch',
  },
  { id: 'shell-11', section: 'P4', says: 'The active branch can be set; the session follows at once' },
  {
    id: 'shell-12',
    section: 'P4',
    says: "The active branch can be cleared by user_management ('modo global')",
  },
  {
    id: 'shell-13',
    section: 'P1',
    says: 'Access follows the permission codes of the session: one more code is one more entry',
  },
  {
    id: 'shell-14',
    section: 'P8',
    says: 'A 401 ends the session on the screen',
    onPurpose:
      'The session is asked for in place, over the page: what was typed stays, and the desk goes on registering',
  },
] as const satisfies readonly Statement[];

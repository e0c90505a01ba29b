import type { Statement } from '../statement.ts';

/** Audited requirements of P2 (base contract) on addresses and redirects. */
export const statements = [
  {
    id: 'routes-1',
    section: 'P2',
    says: 'Whoever opened a protected address without a session signs in at /login and comes back to that address',
  },
  {
    id: 'routes-2',
    section: 'P2',
    says: 'Signing in at /login without an earlier address leads to the start page',
  },
  { id: 'routes-3', section: 'P2', says: 'A signed-in person who opens /login is led away from it' },
  { id: 'routes-4', section: 'P2', says: 'The sign-in page links to the forgotten password' },
  {
    id: 'routes-5',
    section: 'P2',
    says: '/forgot-password answers every address with the same neutral message',
  },
  {
    id: 'routes-6',
    section: 'P2',
    says: "A returned token is displayed, and a button takes it to /reset-password as the query's token",
  },
  {
    id: 'routes-7',
    section: 'P2',
    says: '/reset-password takes the token from the query, and asks for token, new password and confirmation',
    onPurpose:
      'A token that the link brought is not shown: nobody has to check forty letters. Without one the field is there',
  },
  { id: 'routes-8', section: 'P2', says: 'A password that was reset signs in and leads to /home' },
  {
    id: 'routes-9',
    section: 'P2',
    says: "While the session is being checked a protected address says 'Verificando sesión…' and shows no sign-in form",
  },
  { id: 'routes-10', section: 'P2', says: '/ leads to /home' },
  {
    id: 'routes-11',
    section: 'P2',
    says: '/home shows four period cards: today, this week, this month, this year',
  },
  { id: 'routes-12', section: 'P2', says: '/home shows quick-access cards' },
  {
    id: 'routes-13',
    section: 'P2',
    says: "Without any quick access: 'No hay accesos rápidos disponibles para tu rol.'",
  },
  { id: 'routes-14', section: 'P2', says: '/reception and /pacientes are the registration wizard' },
  { id: 'routes-15', section: 'P2', says: "/organization shows the own branch's data" },
  {
    id: 'routes-16',
    section: 'P2',
    says: "/organization without a branch: 'No tienes una sede asociada. Contacta al administrador del sistema.'",
  },
  {
    id: 'routes-17',
    section: 'P2',
    says: '/admin/users and what lies below it need user_management; others are led to /home',
  },
  {
    id: 'routes-18',
    section: 'P2',
    says: '/admin/catalogs begins with the overview; each of the five catalogues has an address of its own',
  },
  { id: 'routes-19', section: 'P2', says: 'Each catalogue has /new and an address for each row' },
  {
    id: 'routes-20',
    section: 'P2',
    says: 'Query and hash stay when one moves from one catalogue to another',
  },
  {
    id: 'routes-21',
    section: 'P2',
    says: 'Branches need user_management; without it their address leads to the first catalogue that is allowed',
  },
  { id: 'routes-22', section: 'P2', says: 'Whoever may see no catalogue is led from there to /home' },
  {
    id: 'routes-23',
    section: 'P2',
    says: "/evaluations/{id} of an id that does not exist: 'Evaluación no encontrada' and a link to the list",
  },
] as const satisfies readonly Statement[];

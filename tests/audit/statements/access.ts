import type { Statement } from './statement.ts';

const statement = <Id extends string>(id: Id, text: string) => ({ id, section: 'P6', says: text }) as const;

/** Audited requirements of P6 (base contract) on permissions. */
export const statements = [
  statement('access-1', 'Permissions are five codes of the session: there are no named roles.'),
  statement('access-2', 'Without a session every call but those of sign-in and recovery is refused.'),
  statement('access-3', 'A session without any permission changes nothing.'),
  statement('access-4', 'Only user_management sees and creates users.'),
  statement('access-5', 'Only user_management suspends and reactivates.'),
  statement('access-6', 'Only user_management sets permissions and branch of a user.'),
  statement('access-7', 'Only user_management makes a link that resets a password.'),
  statement('access-8', 'Only user_management creates and changes branches.'),
  statement('access-9', 'Only user_management changes the active branch.'),
  statement('access-10', 'Without a branch of their own, user_management assigns a branch to a user.'),
  statement('access-11', 'With a branch of their own, user_management does not assign branches.'),
  statement('access-12', 'Only manage_catalogs changes evaluation types.'),
  statement('access-13', 'Only manage_catalogs changes companies.'),
  statement('access-14', 'Only manage_catalogs changes exams.'),
  statement('access-15', 'Only manage_catalogs changes doctors and their signature.'),
  statement(
    'access-16',
    'Only register_patients looks up patients, creates evaluations and uploads their media.',
  ),
  statement(
    'access-17',
    'Only manage_evaluations writes results and notes, attaches files, signs and reopens.',
  ),
  statement('access-18', 'Only manage_evaluations reads an evaluation and downloads its PDFs.'),
  statement('access-19', 'Figures need view_dashboard.'),
  statement('access-20', 'Each permission is given and taken with its code.'),
  statement(
    'access-21',
    'The own branch’s data and logo are changed by user_management or manage_catalogs alone.',
  ),
  statement('access-22', 'Users without a branch are refused what needs one.'),
] as const satisfies readonly Statement[];

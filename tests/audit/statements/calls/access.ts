import type { Statement } from '../statement.ts';

const defineStatement = <Id extends string>(id: Id, text: string) =>
  ({ id, section: 'P6', says: text }) as const;

/** Audited requirements of P6 (base contract) on permissions. */
export const statements = [
  defineStatement('access-1', 'Permissions are five codes of the session: there are no named roles.'),
  defineStatement('access-2', 'Without a session every call but those of sign-in and recovery is refused.'),
  defineStatement('access-3', 'A session without any permission changes nothing.'),
  defineStatement('access-4', 'Only user_management sees and creates users.'),
  defineStatement('access-5', 'Only user_management suspends and reactivates.'),
  defineStatement('access-6', 'Only user_management sets permissions and branch of a user.'),
  defineStatement('access-7', 'Only user_management makes a link that resets a password.'),
  defineStatement('access-8', 'Only user_management creates and changes branches.'),
  defineStatement('access-9', 'Only user_management changes the active branch.'),
  defineStatement('access-10', 'Without a branch of their own, user_management assigns a branch to a user.'),
  defineStatement('access-11', 'With a branch of their own, user_management does not assign branches.'),
  defineStatement('access-12', 'Only manage_catalogs changes evaluation types.'),
  defineStatement('access-13', 'Only manage_catalogs changes companies.'),
  defineStatement('access-14', 'Only manage_catalogs changes exams.'),
  defineStatement('access-15', 'Only manage_catalogs changes doctors and their signature.'),
  defineStatement(
    'access-16',
    'Only register_patients looks up patients, creates evaluations and uploads their media.',
  ),
  defineStatement(
    'access-17',
    'Only manage_evaluations writes results and notes, attaches files, signs and reopens.',
  ),
  defineStatement('access-18', 'Only manage_evaluations reads an evaluation and downloads its PDFs.'),
  defineStatement('access-19', 'Figures need view_dashboard.'),
  defineStatement('access-20', 'Each permission is given and taken with its code.'),
  defineStatement(
    'access-21',
    'The own branch’s data and logo are changed by user_management or manage_catalogs alone.',
  ),
  defineStatement('access-22', 'Users without a branch are refused what needs one.'),
] as const satisfies readonly Statement[];

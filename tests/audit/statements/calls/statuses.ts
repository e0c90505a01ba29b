import type { Statement } from '../statement.ts';

const defineStatement = <Id extends string>(id: Id, text: string) =>
  ({ id, section: 'P8', says: text }) as const;

/** Audited requirements of P8 (base contract) on the status and message of error responses. */
export const statements = [
  defineStatement('statuses-1', 'Whatever is refused has its HTTP status, and a body that says why.'),
  defineStatement('statuses-2', 'Signing in with a wrong password is 401.'),
  defineStatement('statuses-3', 'Changing the password with a wrong current one is 401.'),
  defineStatement('statuses-4', 'Resetting with a wrong token is 400.'),
  defineStatement('statuses-5', 'Resetting the password of an inactive account is 403.'),
  defineStatement('statuses-6', 'A lookup that finds nobody is 404.'),
  defineStatement(
    'statuses-7',
    'The list of evaluations without a branch is 403 with the message branch not resolved.',
  ),
] as const satisfies readonly Statement[];

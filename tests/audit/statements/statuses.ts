import type { Statement } from './statement.ts';

const says = <Id extends string>(id: Id, text: string) => ({ id, section: '§8', says: text }) as const;

/** §8: what an answer that is not OK means. */
export const statements = [
  says('statuses-1', 'Whatever is refused has its HTTP status, and a body that says why.'),
  says('statuses-2', 'Signing in with a wrong password is 401.'),
  says('statuses-3', 'Changing the password with a wrong current one is 401.'),
  says('statuses-4', 'Resetting with a wrong token is 400.'),
  says('statuses-5', 'Resetting the password of an inactive account is 403.'),
  says('statuses-6', 'A lookup that finds nobody is 404.'),
  says('statuses-7', 'The list of evaluations without a branch is 403 with the message branch not resolved.'),
  says('statuses-8', 'The app shows the message of the body.'),
  says('statuses-9', 'The app shows the error of the body where there is no message.'),
  says('statuses-10', 'Without either, the app shows the status text.'),
  says('statuses-11', 'Without that too, the app shows the text of the operation.'),
  says('statuses-12', 'In the app, 404 of a lookup is no error: the form stays for a new patient.'),
] as const satisfies readonly Statement[];

import type { Statement } from '../statement.ts';

const defineStatement = <Id extends string>(id: Id, text: string) =>
  ({ id, section: 'P9', says: text }) as const;

/** Audited requirements of P9 (base contract) on sizes, pauses, and the time after which data are fetched again. */
export const statements = [
  defineStatement('limits-1', 'Lists have pages of 20 unless asked otherwise, and begin with page 1.'),
  defineStatement('limits-2', 'The list of evaluations has pages of 10.'),
  defineStatement('limits-3', 'Catalogues are in the order of their names.'),
  defineStatement('limits-4', 'Users are in the order of their display names.'),
  defineStatement('limits-21', 'Users are invited unless said otherwise.'),
  defineStatement('limits-22', 'An invitation is made unless said otherwise.'),
  defineStatement('limits-23', 'The figures’ periods are today, this_week, this_month and this_year.'),
  defineStatement('limits-24', 'There are five codes of permission, and no others.'),
  defineStatement('limits-25', 'Users are active, suspended or invited, and nothing else.'),
  defineStatement('limits-26', 'Average minutes are whole numbers.'),
  defineStatement('limits-5', 'A list is asked for once in 60 s, however often one comes back to it.'),
  defineStatement('limits-6', 'After 60 s a list is asked for again.'),
  defineStatement('limits-7', 'An evaluation is asked for once in 60 s.'),
  defineStatement('limits-8', 'After 60 s an evaluation is asked for again.'),
  defineStatement('limits-9', 'The active companies of the branch form are kept for 5 minutes.'),
  defineStatement('limits-10', 'Everything else is kept for 5 minutes.'),
  defineStatement('limits-11', 'A window that is looked at again asks for nothing.'),
  defineStatement('limits-12', 'A question that failed is asked again three times.'),
  defineStatement('limits-13', 'The first pause is 1 s, and each is twice the one before.'),
  defineStatement('limits-14', 'No pause is longer than 30 s.'),
  defineStatement('limits-15', 'A photo of the camera is sent as photo.jpg.'),
  defineStatement('limits-16', 'A drawn signature is sent as signature- and the time.'),
] as const satisfies readonly Statement[];

import type { Statement } from './statement.ts';

const says = <Id extends string>(id: Id, text: string) => ({ id, section: 'P9', says: text }) as const;

/** Audited requirements of P9 (base contract) on sizes, pauses, and the time after which data are fetched again. */
export const statements = [
  says('limits-1', 'Lists have pages of 20 unless asked otherwise, and begin with page 1.'),
  says('limits-2', 'The list of evaluations has pages of 10.'),
  says('limits-3', 'Catalogues are in the order of their names.'),
  says('limits-4', 'Users are in the order of their display names.'),
  says('limits-21', 'Users are invited unless said otherwise.'),
  says('limits-22', 'An invitation is made unless said otherwise.'),
  says('limits-23', 'The figures’ periods are today, this_week, this_month and this_year.'),
  says('limits-24', 'There are five codes of permission, and no others.'),
  says('limits-25', 'Users are active, suspended or invited, and nothing else.'),
  says('limits-26', 'Average minutes are whole numbers.'),
  says('limits-5', 'A list is asked for once in 60 s, however often one comes back to it.'),
  says('limits-6', 'After 60 s a list is asked for again.'),
  says('limits-7', 'An evaluation is asked for once in 60 s.'),
  says('limits-8', 'After 60 s an evaluation is asked for again.'),
  says('limits-9', 'The active companies of the branch form are kept for 5 minutes.'),
  says('limits-10', 'Everything else is kept for 5 minutes.'),
  says('limits-11', 'A window that is looked at again asks for nothing.'),
  says('limits-12', 'A question that failed is asked again three times.'),
  says('limits-13', 'The first pause is 1 s, and each is twice the one before.'),
  says('limits-14', 'No pause is longer than 30 s.'),
  says('limits-15', 'A photo of the camera is sent as photo.jpg.'),
  says('limits-16', 'A drawn signature is sent as signature- and the time.'),
] as const satisfies readonly Statement[];

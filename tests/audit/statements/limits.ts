import type { Statement } from './statement.ts';

const says = <Id extends string>(id: Id, text: string) => ({ id, section: '§9', says: text }) as const;

/** §9: sizes, pauses, how long a copy is fresh. */
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
] as const satisfies readonly Statement[];

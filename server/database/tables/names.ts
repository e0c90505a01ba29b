import type { patients } from './patients.ts';

type NameColumns = 'firstName' | 'middleName' | 'lastName' | 'secondLastName';

/** Returns the four name columns of a row under their API names. */
export const nameColumnsOf = (row: Pick<typeof patients.$inferSelect, NameColumns>) => ({
  first_name: row.firstName,
  middle_name: row.middleName,
  last_name: row.lastName,
  second_last_name: row.secondLastName,
});

/** Address of the attendance of one list, or of all lists. */
export const attendancePath = (listId?: string): string =>
  `/expected/attendance${listId === undefined ? '' : `?list=${listId}`}`;

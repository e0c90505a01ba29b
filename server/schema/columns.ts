import { boolean, customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAtColumn = () => instantColumn('created_at').notNull().defaultNow();
export const updatedAtColumn = () => instantColumn('updated_at').notNull().defaultNow();
/** Revision column. Triggers increment it with every change, except for users, where the commands increment it. */
export const revisionColumn = () => integer('revision').notNull().default(1);
export const isActiveColumn = () => boolean('is_active').notNull().default(true);
/** Columns for the user who confirmed the data, and for the user whose session sent the data if that is another user (S14). */
export const authorshipColumns = () => ({ createdBy: uuid('created_by').notNull(), sentBy: uuid('sent_by') });
/** Column for searches. The database generates its value (fold_text); queries never write it. */
export const searchTextColumn = () => text('search_text').generatedAlwaysAs('');

import * as z from 'zod/mini';
import { Uuid } from '../primitives.ts';

/** Maximum number of columns of a list that a user brings. */
export const ROSTER_COLUMNS_MAX = 200;

/** Orders of the names in one cell. */
export const NAME_ORDERS = ['given_first', 'surnames_first'] as const;
/** Meanings of the letter M in a column of genders. */
export const GENDER_LETTERS = ['M_is_male', 'M_is_female'] as const;

/** Name of a content, such as `birth_date`; an additional field has its id behind a colon. */
const TARGET_PATTERN = /^[a-z_]{1,40}(?::[0-9a-f-]{36})?$/;

/**
 * Content of a column by the column's index. The server accepts every name of this form, so that a newer device can import its
 * list; a device ignores contents that it does not know.
 */
export const RosterColumn = z.object({
  column: z.int().check(z.minimum(0), z.maximum(ROSTER_COLUMNS_MAX - 1)),
  target: z.string().check(z.regex(TARGET_PATTERN, 'No es el contenido de una columna.')),
});

/** Meaning of the columns of an imported list. Without a choice of the user, the values of a column decide. */
export const RosterColumns = z.object({
  columns: z.array(RosterColumn).check(z.maxLength(ROSTER_COLUMNS_MAX)),
  name_order: z.optional(z.enum(NAME_ORDERS)),
  gender_letters: z.optional(z.enum(GENDER_LETTERS)),
});
export type RosterColumns = z.infer<typeof RosterColumns>;

/**
 * SHA-256 (hex) of the normalised titles of the columns. The server gets no titles, because a row of a person may be mistaken for
 * titles.
 */
const titlesShape = {
  titles_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'No es una huella SHA-256.')),
};

/** Columns that the server remembers for the next list of the company with the same titles. */
export const ImportedColumns = z.extend(RosterColumns, titlesShape);
export type ImportedColumns = z.infer<typeof ImportedColumns>;

/** Query of GET /remembered-columns. */
export const RememberedColumnsQuery = z.object({ company_id: Uuid, ...titlesShape });
export type RememberedColumnsQuery = z.output<typeof RememberedColumnsQuery>;

/** Response of GET /remembered-columns: the columns of the last import; null without one. */
export const RememberedColumns = z.object({ remembered: z.nullable(RosterColumns) });
export type RememberedColumns = z.infer<typeof RememberedColumns>;

import * as z from 'zod/mini';
import { FILLERS, plainLine } from './fold.ts';
import { REASON_MIN_LENGTH } from './limits.ts';

export const Uuid = z.uuid();

/** True for a day that exists in the Gregorian calendar, written YYYY-MM-DD. */
function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A plain day without time or zone (P5); never turned into a Date on its way to a screen. */
export const DateOnly = z.string().check(z.refine(isCalendarDate, 'Formato esperado AAAA-MM-DD'));

const DAY_MS = 24 * 60 * 60_000;

/** A day of birth: tomorrow in UTC at the latest, so that no zone and no clock refuses a child born today. */
export const BirthDate = DateOnly.check(
  z.refine(
    (day) => !isCalendarDate(day) || Date.parse(day) <= Date.now() + DAY_MS,
    'La fecha de nacimiento no puede estar en el futuro.',
  ),
);

/** ISO 8601 instant with offset, as the provider writes it. */
export const Instant = z.iso.datetime({ offset: true });

/** What somebody is called by on one day at a branch, such as 'B-14' (S28). */
export const Turn = z.string().check(z.regex(/^[A-Z]{1,3}-[1-9]\d{0,3}$/));

/** In an answer. It decides nothing: what is no turn is none. */
export const ToldTurn = z.catch(z.nullish(Turn), null);

/** Control characters but line ends and tabs, marks without width, and what turns the writing direction round. */
const INVISIBLE = /[^\P{Cc}\t\n\r]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;
export const visible = (text: string): string => text.replace(INVISIBLE, '');

/** True when there is something to see: neither blanks nor marks and fillers that no font draws. */
export const hasVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** How many lines the text has, as its author ended them; of several empty ones in a row one counts. */
export const countLines = (text: string): number =>
  text
    .trim()
    .split(/\r\n?|[\n\u2028\u2029]/)
    .filter((line, index, lines) => index === 0 || line.trim() !== '' || lines[index - 1]?.trim() !== '')
    .length;

/**
 * A name, code or number: one line, also where it becomes part of a mail or of a document, that must not be empty. Text is
 * normalised before it is judged, so that pasted characters that nobody sees are no mistake.
 */
export const requiredText = (message: string, max: number) =>
  z
    .string(message)
    .check(
      z.overwrite(plainLine),
      z.minLength(1, message),
      z.maxLength(max, `Máximo ${max} caracteres.`),
      z.refine(hasVisible, message),
    );

/** A name of a person: it has a letter at least. */
export const requiredName = (message: string, max: number) =>
  requiredText(message, max).check(z.regex(/\p{L}/u, message));

/** A text that may be missing, null, empty or without a visible character; all four become absent. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(
      z.string().check(z.overwrite(visible), z.trim(), z.maxLength(max, `Máximo ${max} caracteres.`)),
    ),
    z.transform((text) => (text && hasVisible(text) ? text : undefined)),
  );

/** Counts no character that fonts leave blank. */
const isTooShort = (text: string): boolean => text.replace(FILLERS, '').length < REASON_MIN_LENGTH;

/** Beside the field, on the screen and from the provider. */
export const SHORT_REASON = `Escribe al menos ${REASON_MIN_LENGTH} caracteres.`;

/** Something is written, and it is too short to be a reason. */
export const isShortReason = (text: string): boolean => {
  const said = visible(text).trim();
  return said !== '' && isTooShort(said);
};

/** Why somebody does what is asked about: missing as other texts may be, and otherwise long enough to be one. */
export const optionalReason = (max: number) =>
  optionalText(max).check(z.refine((text) => text === undefined || !isTooShort(text), SHORT_REASON));

/** A text of a form that is replaced as a whole: missing, empty and null all become null (P5). */
export const nullableText = (max: number) =>
  z.pipe(
    optionalText(max),
    z.transform((text) => text ?? null),
  );

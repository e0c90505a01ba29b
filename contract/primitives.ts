import * as z from 'zod/mini';
import { INVISIBLE_CHARACTERS_PATTERN, trimToVisibleLine } from './fold.ts';
import { REASON_MIN_LENGTH } from './limits.ts';

export const Uuid = z.uuid();

/** Returns true for YYYY-MM-DD with a day that exists in the Gregorian calendar, from 1900 on. */
function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Calendar day without time or zone (P5). The screens show it without converting it to a Date. */
export const DateOnly = z.string().check(z.refine(isCalendarDate, 'Formato esperado AAAA-MM-DD'));

const DAY_MS = 24 * 60 * 60_000;

/**
 * Date of birth, at most one day after today in UTC: a child born today must be accepted, even if the local date is already one
 * day ahead of UTC or the clock is wrong.
 */
export const BirthDate = DateOnly.check(
  z.refine(
    (day) => !isCalendarDate(day) || Date.parse(day) <= Date.now() + DAY_MS,
    'La fecha de nacimiento no puede estar en el futuro.',
  ),
);

export const Instant = z.iso.datetime({ offset: true });

/** Queue number of a patient at a branch, valid for one day, such as 'B-14' (S28). */
export const QueueNumber = z.string().check(z.regex(/^[A-Z]{1,3}-[1-9]\d{0,3}$/));

/** Queue number in a response. An invalid number is read as null, because the app only displays it. */
export const ResponseQueueNumber = z.catch(z.nullish(QueueNumber), null);

/** Control characters except line ends and tabs, zero-width marks, and characters that change the writing direction. */
const INVISIBLE_CONTROLS_PATTERN = /[^\P{Cc}\t\n\r]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;
export const removeInvisibleControls = (text: string): string => text.replace(INVISIBLE_CONTROLS_PATTERN, '');

/** Returns true when the text has a visible character, that is more than white space and characters that fonts do not draw. */
export const hasVisibleCharacter = (text: string): boolean =>
  /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/**
 * Check against letters with more than four combining marks, which overlap the lines above and below on screens and documents.
 * The marks are counted after composition (NFC), so that any spelling of a letter with an accent counts alike.
 */
export const noStackedMarksCheck = z.refine<string>(
  (text) => !/\p{M}{5}/u.test(text.normalize()),
  'Una letra tiene demasiados signos.',
);

/** Returns the number of lines; consecutive empty lines count as one. */
export const countCollapsedLines = (text: string): number =>
  text
    .trim()
    .split(/\r\n?|[\n\u2028\u2029]/)
    .filter((line, index, lines) => index === 0 || line.trim() !== '' || lines[index - 1]?.trim() !== '')
    .length;

/**
 * Schema of a required name, code or number. The text must be one line, because mails and documents print it in one line.
 * Invisible characters, which users paste by mistake, are removed before validation, and accents are composed (NFC).
 */
export const requiredLine = (message: string, max: number) =>
  z
    .string(message)
    .check(
      z.overwrite(trimToVisibleLine),
      z.minLength(1, message),
      z.maxLength(max, `Máximo ${max} caracteres.`),
      z.refine(hasVisibleCharacter, message),
      noStackedMarksCheck,
    );

/** Schema of a person's name, which needs at least one letter. */
export const requiredPersonName = (message: string, max: number) =>
  requiredLine(message, max).check(z.regex(/\p{L}/u, message));

/** Schema of an optional value: null counts as missing, because base-contract clients send it for an empty field. */
export const nullAsMissing = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );

/** Removes invisible control characters and outer white space, and composes accents (NFC). */
const normalizeText = (text: string): string => removeInvisibleControls(text).trim().normalize();

/** Schema of a required text of several lines, which is stored normalized. */
export const requiredText = (message: string, max: number) =>
  z
    .string(message)
    .check(
      z.overwrite(normalizeText),
      z.maxLength(max, `Máximo ${max} caracteres.`),
      z.refine(hasVisibleCharacter, message),
      noStackedMarksCheck,
    );

/** Schema of an optional text. A missing, null, empty or invisible text becomes undefined. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(
      z
        .string()
        .check(
          z.overwrite(normalizeText),
          z.maxLength(max, `Máximo ${max} caracteres.`),
          noStackedMarksCheck,
        ),
    ),
    z.transform((text) => (text && hasVisibleCharacter(text) ? text : undefined)),
  );

/** Returns true for a reason below the minimum length; characters that fonts do not draw are not counted. */
const isBelowReasonMinLength = (text: string): boolean =>
  text.replace(INVISIBLE_CHARACTERS_PATTERN, '').length < REASON_MIN_LENGTH;

export const SHORT_REASON_MESSAGE = `Escribe al menos ${REASON_MIN_LENGTH} caracteres.`;

/** Returns true for a reason that is too short, but false for an empty text. */
export const isNonEmptyShortReason = (text: string): boolean => {
  const said = removeInvisibleControls(text).trim();
  return said !== '' && isBelowReasonMinLength(said);
};

/** Schema of an optional reason. A missing or empty reason becomes undefined; any other reason must have the minimum length. */
export const optionalReason = (max: number) =>
  optionalText(max).check(
    z.refine((text) => text === undefined || !isBelowReasonMinLength(text), SHORT_REASON_MESSAGE),
  );

/** Schema of an optional text in a request that replaces the whole record: missing, empty and null all become null (P5). */
export const nullableText = (max: number) =>
  z.pipe(
    optionalText(max),
    z.transform((text) => text ?? null),
  );

// Built once, because building the schema takes longer than its check, and a list has thousands of addresses.
const EmailText = z.email();

/** Creates the check of an email address; null is valid. `example` is the address that its error shows. */
export const createEmailCheck = <Text extends string | null>(example = 'nombre@empresa.com') =>
  z.refine<Text>(
    (text) => text === null || EmailText.safeParse(text).success,
    `Escribe un correo válido, como ${example}.`,
  );

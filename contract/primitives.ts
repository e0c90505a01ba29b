import { z } from 'zod';

export const Uuid = z.uuid();

/** True for a day that exists in the Gregorian calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A plain day without time or zone (spec §5); never turned into a Date on its way to a screen. */
export const DateOnly = z.string().refine(isCalendarDate, 'Formato esperado AAAA-MM-DD');

/** ISO 8601 instant with offset, as the provider writes it. */
export const Instant = z.iso.datetime({ offset: true });

/** A text that must not be empty after trimming. */
export const requiredText = (message: string, max: number) =>
  z.string(message).trim().min(1, message).max(max, `Máximo ${max} caracteres.`);

/** A text that may be missing, empty or null; all three become absent. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Máximo ${max} caracteres.`)
    .nullish()
    .transform((text) => text || undefined);

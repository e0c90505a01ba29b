const EARLIEST_YEAR = 1900;

/** Converts 'YYYYMMDD' to 'YYYY-MM-DD'; returns null unless it is a day between 1900 and `today` (YYYY-MM-DD). */
export function parseCompactPastDate(digits: string, today: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? [];
  const written = `${year}-${month}-${day}`;
  const date = new Date(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return isDay && Number(year) >= EARLIEST_YEAR && written <= today ? written : null;
}

/**
 * Converts the birth date 'YYMMDD' to 'YYYY-MM-DD', in the latest century for which the day is not after `today`; null for an
 * invalid date.
 */
export function parseMrzBirthDate(digits: string, today: string): string | null {
  const century = Number(today.slice(0, 2));
  return (
    parseCompactPastDate(`${century}${digits}`, today) ??
    parseCompactPastDate(`${century - 1}${digits}`, today)
  );
}

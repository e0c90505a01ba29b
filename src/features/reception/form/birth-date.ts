const dashed = (digits: string): string =>
  [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter(Boolean).join('-');

/** A pasted day in the order in which Colombia writes it; null when the text is not one. */
function fromDayFirst(text: string): string | null {
  const match = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/.exec(text);
  const [, day, month, year] = match ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

/**
 * What stands in the field after a keystroke or a paste: dashes come by themselves, DD/MM/AAAA is turned round, and
 * anything that is not a date in the making stays as typed, so that the person sees what is wrong.
 */
export function typedBirthDate(before: string, typed: string): string {
  const turned = fromDayFirst(typed);
  if (turned !== null) return turned;
  if (/[^\d\- ]/.test(typed)) return typed;
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  // Going back over a dash takes the digit before it along; otherwise the dash would come back at once.
  if (typed.length < before.length) return typed.replace(/-+$/, '');
  return dashed(digits);
}

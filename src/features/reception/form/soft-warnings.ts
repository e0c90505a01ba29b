import { IDENTIFICATION_TYPES, type IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { RegistrationForm } from '#domain/registration.ts';

/** No cédula has nine digits: older numbers have up to eight, newer ones ten. */
const NEVER_ISSUED_CC_DIGITS = 9;
const MAX_CC_DIGITS = 10;
/**
 * Minimum number of digits. Shorter numbers belong to people over 100 years old, so a shorter number is most likely incomplete.
 */
const MIN_CC_DIGITS = 4;
const MAX_PLAUSIBLE_AGE_YEARS = 110;
const ADULT_AGE_YEARS = 18;

type WarnedFields = Pick<RegistrationForm, 'identification_type' | 'identification_number' | 'birth_date'>;

const subtractYears = (today: string, years: number): string =>
  `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;

/** Returns true for an adult's birth date; false if the date is incomplete, because the age is then unknown. */
const isKnownAdult = ({ birth_date }: Pick<WarnedFields, 'birth_date'>, today: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(birth_date) && birth_date <= subtractYears(today, ADULT_AGE_YEARS);

/**
 * Returns a message if the number contains characters, or has a length, that is impossible for the document type; the number
 * may be incomplete.
 */
function findNumberFormatProblem(type: string, number: string): string | null {
  if (type === 'TI' && /\D/.test(number))
    return 'La tarjeta de identidad solo lleva números. Revisa el número.';
  if (type !== 'CC') return null;
  if (/\D/.test(number)) return 'La cédula solo lleva números. Revisa el número.';
  if (number.length === NEVER_ISSUED_CC_DIGITS) return 'Las cédulas no tienen 9 dígitos. Revisa el número.';
  return number.length > MAX_CC_DIGITS
    ? `Las cédulas tienen hasta ${MAX_CC_DIGITS} dígitos. Revisa el número.`
    : null;
}

/**
 * Returns a message about a number that is impossible for its document type. The user must confirm such a number, because it
 * cannot be changed after the registration.
 */
export function unusualDocumentNumberWarning({
  identification_type: type,
  identification_number,
}: WarnedFields): string | null {
  const number = normalizeDocumentNumber(type, identification_number);
  if (type === 'CC' && number !== '' && number.length < MIN_CC_DIGITS)
    return 'La cédula tiene muy pocos dígitos. Revisa el número.';
  return findNumberFormatProblem(type, number);
}

function documentWarnings(form: WarnedFields, today: string): string[] {
  const { identification_type: type, identification_number } = form;
  const wrong = findNumberFormatProblem(type, normalizeDocumentNumber(type, identification_number));
  const warnings = wrong === null ? [] : [wrong];
  if (type === 'TI' && !isKnownAdult(form, today))
    warnings.unshift('Tarjeta de identidad: menor de edad, se requiere autorización del acudiente.');
  return warnings;
}

function birthDateWarnings({ identification_type: type, birth_date }: WarnedFields, today: string): string[] {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birth_date)) return [];
  if (birth_date > today) return ['La fecha de nacimiento está en el futuro. Revísala.'];
  if (birth_date < subtractYears(today, MAX_PLAUSIBLE_AGE_YEARS))
    return [`La fecha de nacimiento da más de ${MAX_PLAUSIBLE_AGE_YEARS} años. Revísala.`];
  const isAdult = isKnownAdult({ birth_date }, today);
  if (!isAdult && type !== 'TI')
    return ['Por la fecha es menor de edad: se requiere autorización del acudiente.'];
  return isAdult && type === 'TI'
    ? ['Por la fecha es mayor de edad, y la tarjeta de identidad es de menores. Revisa los dos.']
    : [];
}

/** Returns the warnings for the receptionist; none of them blocks the registration. `today` is YYYY-MM-DD. */
export const softWarnings = (form: WarnedFields, today: string) => ({
  document: documentWarnings(form, today),
  birth_date: birthDateWarnings(form, today),
});

/** Matches 'CC 79.123.456' and 'c.c. No. 79123456': a type, a separator, and a number. */
const PASTED_DOCUMENT_PATTERN = /^\s*([a-z])\.?([a-z])(?:[.:#\s]|n[o°º])+([\d][\d.\- ]*)$/i;

/**
 * Returns type and number of a document that were pasted together; null for any other text. A separator is required, because a
 * passport number may start with letters.
 */
export function parsePastedDocument(
  text: string,
): { readonly identification_type: IdentificationType; readonly identification_number: string } | null {
  const [, first = '', second = '', number = ''] = PASTED_DOCUMENT_PATTERN.exec(text) ?? [];
  const name = `${first}${second}`.toUpperCase();
  const type = IDENTIFICATION_TYPES.find((known) => known === name);
  return type ? { identification_type: type, identification_number: number.replace(/\D/g, '') } : null;
}

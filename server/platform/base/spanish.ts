import { z } from 'zod';

type ZodIssue = Parameters<z.core.$ZodErrorMap>[0];
type TooSmallIssue = Extract<ZodIssue, { code: 'too_small' }>;
type TooBigIssue = Extract<ZodIssue, { code: 'too_big' }>;

const WRONG_TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  boolean: 'Debe ser verdadero o falso.',
  array: 'Debe ser una lista.',
  object: 'Debe ser un objeto.',
};
const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  uuid: 'El identificador no es válido.',
  email: 'El correo no es válido.',
  datetime: 'La fecha y la hora no son válidas.',
};
const INVALID_VALUE_TEXT = 'Valor no válido.';

/** Unit of a length limit by the type of the value; numbers have no unit. */
const LENGTH_UNITS: Readonly<Record<string, string>> = { string: 'caracteres', array: 'elementos' };

const formatMinimum = ({ origin, minimum }: TooSmallIssue): string =>
  LENGTH_UNITS[origin] ? `Mínimo de ${LENGTH_UNITS[origin]}: ${minimum}.` : `Debe ser ${minimum} o más.`;
const formatMaximum = ({ origin, maximum }: TooBigIssue): string =>
  LENGTH_UNITS[origin] ? `Máximo de ${LENGTH_UNITS[origin]}: ${maximum}.` : `Debe ser ${maximum} o menos.`;

/** Returns a Spanish sentence about an invalid value, for rules of the contract that define no message. */
export function spanishMessage(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Este dato es obligatorio.'
        : (WRONG_TYPE_TEXTS[issue.expected] ?? INVALID_VALUE_TEXT);
    case 'too_small':
      return formatMinimum(issue);
    case 'too_big':
      return formatMaximum(issue);
    case 'invalid_format':
      return FORMAT_TEXTS[issue.format] ?? 'El formato no es válido.';
    case 'invalid_value':
      return `Debe ser uno de estos valores: ${issue.values.join(', ')}.`;
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return INVALID_VALUE_TEXT;
  }
}

/** Sets the Spanish messages for all rules of the contract that define no message; applies to the whole process. */
export const setSpanishMessages = (): void => void z.config({ localeError: spanishMessage });

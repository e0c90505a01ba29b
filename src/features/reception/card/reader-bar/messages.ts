import { lazyValue } from '#domain/text/lazily.ts';
import type { CardNames, CardPerson, CardDoubt, NameParts } from '#domain/card/reading.ts';
import { FIELD_LABELS } from '../../form/field-details.ts';
import type { CardField } from '../filling/card-values.ts';

export const CARD_WARNING_TEXTS: Record<CardDoubt, string> = {
  names_cut: 'El nombre puede estar cortado: compáralo con el documento.',
  names_plain: 'El documento no trae tildes ni ñ en esta parte: revisa los nombres.',
  names_odd: 'El lector cambió algunas letras: revisa los nombres, sobre todo la ñ.',
  birth_date: 'No se pudo leer la fecha de nacimiento: escríbela.',
  check_number: 'El número no pasa su verificación: compáralo con el documento.',
  check_birth_date: 'La fecha de nacimiento no pasa su verificación: compárala con el documento.',
  check_expiry: 'Una parte del documento no pasa su verificación: compara los datos.',
  check_whole: 'El documento no pasa su verificación: compara el número con cuidado.',
  number_place: 'Compara el número con el de la cédula de extranjería.',
};

/** Returns true if the receptionist must check the doubt about the card; false if it is only a reminder. */
export const isSeriousCardWarning = (doubt: CardDoubt): boolean => doubt !== 'names_plain';

export const cardReadTitle = ({ identification_type }: CardPerson): string =>
  identification_type === 'PA'
    ? 'Pasaporte leído'
    : identification_type === 'TI'
      ? 'Tarjeta de identidad leída'
      : 'Cédula leída';

export const formatCompareCardMessage = ({ occupation_name }: { readonly occupation_name: string }): string =>
  occupation_name.trim() === ''
    ? 'Compara lo leído con el documento y escribe el cargo si lo sabes.'
    : 'Compara lo leído con el documento.';

export const spanishListFormat = lazyValue(() => new Intl.ListFormat('es-CO', { type: 'conjunction' }));
export const formatFieldList = (fields: readonly CardField[]): string =>
  spanishListFormat().format(fields.map((field) => FIELD_LABELS[field].toLowerCase()));

export function unsplitNamesTitle(names: Exclude<CardNames, { type: 'parts' }>): string {
  if (names.type === 'joined') return `Los nombres llegaron pegados: ${names.text}`;
  return names.side === 'surnames'
    ? `El documento trae solo apellidos: ${names.text}`
    : `El documento trae solo nombres, sin apellidos: ${names.text}`;
}

export const splitNamesLabel = ({
  first_name,
  middle_name,
  last_name,
  second_last_name,
}: NameParts): string =>
  `${[first_name, middle_name].filter(Boolean).join(' ')} · ${[last_name, second_last_name].filter(Boolean).join(' ')}`;

import { FIELDS_NOT_ON_CARD } from '#contract/records/evaluation/patient-fields.ts';
import { createLazyGetter } from '#domain/text/lazily.ts';
import type { CardNames, CardPerson, CardDoubt, NameParts } from '#domain/card/reading.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { additionalValuesIn, type RegistrationForm } from '#domain/registration.ts';
import { FIELD_LABELS } from '../../form/field-details.ts';
import { formatIdentity } from '../../form/identity-text.ts';
import { cardValues, hasAnyVisitChoice, identityOfCard, type PresentCaptures } from '../filling/card-fill.ts';
import type { CardField, PatientCardField } from '../filling/card-values.ts';
import type { CardRelation } from '../filling/use-card-fill.ts';

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

const listFormat = createLazyGetter(() => new Intl.ListFormat('es-CO', { type: 'conjunction' }));

export const formatFieldList = (fields: readonly CardField[]): string =>
  listFormat().format(fields.map((field) => FIELD_LABELS[field].toLowerCase()));

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

/** Returns the document's noun for a sentence such as 'leíste la cédula de'. */
export const cardNounWithArticle = ({ identification_type }: CardPerson): string =>
  identification_type === 'PA'
    ? 'el pasaporte'
    : identification_type === 'TI'
      ? 'la tarjeta de identidad'
      : 'la cédula';

export const formatCardholder = (person: CardPerson): string => {
  const holder = identityOfCard(person);
  return formatIdentity(person.names.type !== 'parts' ? { ...holder, name: person.names.text } : holder);
};

/** Returns both values of a field in which the card differs from the stored patient. */
export const formatUnlikeStored = (
  person: CardPerson,
  form: RegistrationForm,
  field: PatientCardField,
): string => {
  const [read, stored] = [cardValues(person)[field], form[field]].map((value) =>
    patientFieldText(field, value),
  );
  return `${FIELD_LABELS[field]}: ${read} según ${cardNounWithArticle(person)}, ${stored} en el registro.`;
};

/** Returns the text that lists the data deleted by 'Cambiar de persona', and states that parking loses nothing. */
export function formatDataToDelete(
  form: RegistrationForm,
  { photo, signature }: PresentCaptures,
  { keepsVisit, canWait }: { readonly keepsVisit: boolean; readonly canWait: boolean },
): string {
  const gone = [
    'los datos de la primera',
    photo && 'su foto',
    signature && 'su firma',
    ...FIELDS_NOT_ON_CARD.filter((field) => form[field].trim() !== '').map(
      (field) => `su ${FIELD_LABELS[field].toLowerCase()}`,
    ),
    form.additional_info.trim() !== '' && 'la información adicional',
    additionalValuesIn(form).length > 0 && 'los datos adicionales',
    ...(hasAnyVisitChoice(form) && !keepsVisit ? ['el tipo', 'las empresas'] : []),
  ].filter((part) => part !== false);
  const said = `Al cambiar de persona se borran ${listFormat().format(gone)}.`;
  return canWait ? `${said} Si la dejas en espera no se pierde nada.` : said;
}

export const UNREADABLE_CARD_MESSAGE = 'El lector leyó algo que no es una cédula. Pásala otra vez.';
/** Message for a card that is ignored, because the registration is being parked or another window has opened it. */
export const CARD_NOT_USED_MESSAGE = 'La cédula no se usó. Léela otra vez cuando el formulario esté listo.';
const READ_AGAIN_TEXT = 'Cierra esta ventana y lee el documento otra vez.';

/**
 * Returns the message for a card that fills in nothing, in step 2 or 3 or while a dialog covers the form; null if a dialog about
 * the card opens instead. Behind a dialog it states whether the card is the patient's, but no data, because the patient may be
 * reading the screen.
 */
export function formatUnusedCard(glance: CardRelation, isBehindDialog: boolean): string | null {
  switch (glance.name) {
    case 'other':
      return isBehindDialog
        ? `Es ${cardNounWithArticle(glance.person)} de otra persona. ${READ_AGAIN_TEXT}`
        : null;
    case 'same':
      return `Es ${cardNounWithArticle(glance.person)} de esta persona.`;
    case 'asking':
      return isBehindDialog
        ? `Lo leído no es igual a lo escrito. ${READ_AGAIN_TEXT}`
        : `Lo leído no es igual a lo escrito: ${formatFieldList(glance.fields)}. Vuelve al paso 1 para compararlo.`;
    case 'nobody':
      return `Documento leído. ${isBehindDialog ? READ_AGAIN_TEXT : 'Vuelve al paso 1 y léelo otra vez.'}`;
    case 'not_read':
      return glance.why === 'unreadable' ? UNREADABLE_CARD_MESSAGE : 'Ese documento es de otro país.';
  }
}

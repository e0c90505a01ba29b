import { FIELDS_NOT_ON_CARD, PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import type { CardPerson } from '#domain/card/reading.ts';
import { additionalValuesIn, type RegistrationForm } from '#domain/registration.ts';
import { formatIdentity } from '../../form/identity-text.ts';
import { hasAnyVisitChoice, identityOfCard, type PresentCaptures } from '../filling/card-fill.ts';
import { spanishListFormat } from './messages.ts';

/** Returns the document's noun for a sentence such as 'leíste la cédula de'. */
export const documentWord = ({ identification_type }: CardPerson): string =>
  identification_type === 'PA'
    ? 'el pasaporte'
    : identification_type === 'TI'
      ? 'la tarjeta de identidad'
      : 'la cédula';

export const formatCardholder = (person: CardPerson): string => {
  const holder = identityOfCard(person);
  return formatIdentity(person.names.type !== 'parts' ? { ...holder, name: person.names.text } : holder);
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
      (field) => `su ${PATIENT_FIELDS[field].label.toLowerCase()}`,
    ),
    form.additional_info.trim() !== '' && 'la información adicional',
    additionalValuesIn(form).length > 0 && 'los datos adicionales',
    ...(hasAnyVisitChoice(form) && !keepsVisit ? ['el tipo', 'las empresas'] : []),
  ].filter((part) => part !== false);
  const said = `Al cambiar de persona se borran ${spanishListFormat().format(gone)}.`;
  return canWait ? `${said} Si la dejas en espera no se pierde nada.` : said;
}

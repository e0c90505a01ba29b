import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { RegistrationForm } from '#domain/registration.ts';

/** No Colombian cédula has nine digits: older ones have up to eight, the present ones ten. */
const NEVER_ISSUED_LENGTH = 9;

type Warned = Pick<RegistrationForm, 'identificationType' | 'identificationNumber' | 'birthDate'>;

/** What a receptionist should look at twice; nothing here keeps a person from being registered. `today` is AAAA-MM-DD. */
export function softWarnings(form: Warned, today: string): string[] {
  const number = normalizeDocumentNumber(form.identificationType, form.identificationNumber);
  const warnings: string[] = [];
  if (form.identificationType === 'TI')
    warnings.push('Tarjeta de identidad: menor de edad, se requiere autorización del acudiente.');
  if (form.identificationType === 'CC' && number.length === NEVER_ISSUED_LENGTH)
    warnings.push('Las cédulas no tienen 9 dígitos. Revisa el número.');
  if (form.birthDate.length === 10 && form.birthDate > today)
    warnings.push('La fecha de nacimiento está en el futuro. Revísala.');
  return warnings;
}

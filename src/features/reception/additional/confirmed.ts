import type { RegistrationForm } from '#domain/registration.ts';
import { listActiveAdditionalFields } from '#storage/cache/additional-fields.ts';
import { setAdditionalValuesToSend } from './asked.ts';

/** Reads the clinic's fields and returns the form with the additional values to send (`setAdditionalValuesToSend`). */
export const prepareFormForSending = async (
  form: RegistrationForm,
  confirmed: RegistrationForm | null,
): Promise<RegistrationForm> =>
  setAdditionalValuesToSend(await listActiveAdditionalFields(), form, confirmed);

import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { findExpectedByDocument } from '#domain/expected/day-index.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { readExpectedMarks } from '#storage/cache/expected-marks.ts';
import { markRegistered } from '#sync/expected/arrivals.ts';
import { isFormOfExpected, mayBeExpected } from './announcement.ts';
import { readIndexedDay, shownStateOf, type ExpectedDayOnDevice } from './use-expected-day.ts';

interface ConfirmationPlace {
  readonly ownerId: string;
  readonly branchId: string;
}

async function readToday({ ownerId, branchId }: ConfirmationPlace): Promise<ExpectedDayOnDevice | null> {
  const [stored, marks] = await Promise.all([
    readIndexedDay({ ownerId, branchId, day: bogotaDay(Date.now()) }),
    readExpectedMarks(),
  ]);
  return stored && { ...stored, marks };
}

/**
 * Returns the person whose announcement the registration fulfils although the user did not use it: the only one who is still to
 * be registered, with the same document and company. Null without one.
 */
function findFulfilled({ index, marks }: ExpectedDayOnDevice, form: RegistrationForm): ExpectedPerson | null {
  const open = findExpectedByDocument(index, form).filter((person) => {
    const { state } = shownStateOf(person, marks);
    const company = index.listById.get(person.list_id)?.company.id;
    return (
      state !== 'registered' &&
      state !== 'cancelled' &&
      (company === form.employer_company_id || company === form.contractor_company_id)
    );
  });
  const [only, second] = open;
  return only && !second && mayBeExpected(form, only) ? only : null;
}

/**
 * Returns the form with the id of the expected person that it registers. The id of a used announcement is removed if the form is now about
 * another person.
 */
export async function withExpectedPerson(
  place: ConfirmationPlace,
  form: RegistrationForm,
): Promise<RegistrationForm> {
  const day = await readToday(place);
  if (!day) return form;
  const used =
    form.expected_person_id === null ? undefined : day.index.personById.get(form.expected_person_id);
  if (form.expected_person_id !== null && (!used || isFormOfExpected(form, used))) return form;
  return { ...form, expected_person_id: findFulfilled(day, form)?.id ?? null };
}

/**
 * Marks the person as registered by this entry, until the server reports it. With null, the entry registers no expected person
 * (any more).
 */
export const markEntryOfExpected = (
  { ownerId, branchId }: ConfirmationPlace,
  personId: string | null,
  entryId: string,
): Promise<void> => markRegistered({ ownerId, branchId, day: bogotaDay(Date.now()) }, personId, entryId);

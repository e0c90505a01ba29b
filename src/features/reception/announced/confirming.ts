import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { findExpectedByDocument } from '#domain/expected/day-index.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { readExpectedMarks } from '#storage/cache/expected-marks.ts';
import { markRegistered } from '#sync/expected/arrivals.ts';
import { announcedPartOf, isFormOfExpected, mayBeExpected } from './announcement.ts';
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

/** Longest time that a confirmation waits for the stored people, ms: after a restart, a slow tablet decrypts all of them. */
const MAX_DAY_WAIT_MS = 1_500;

/**
 * Returns the form with the expected person that it registers. A used announcement is removed if the form is now about another
 * person. In a new registration, an announcement of today replaces a used one of another day.
 */
export async function withExpectedPerson(
  place: ConfirmationPlace & { readonly entryId: string | null },
  form: RegistrationForm,
): Promise<RegistrationForm> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), MAX_DAY_WAIT_MS));
  const day = await Promise.race([readToday(place), late]);
  const { expected_person_id: id, announced } = form;
  const ofToday = id === null ? undefined : day?.index.personById.get(id);
  const used = ofToday ?? (id === null ? null : announced);
  const isRight = used !== null && isFormOfExpected(form, used);
  if (isRight && (ofToday || place.entryId !== null)) return form;
  const fulfilled = day && findFulfilled(day, form);
  if (day && fulfilled) return { ...form, ...announcedPartOf(fulfilled, day.index.day) };
  return isRight ? form : { ...form, expected_person_id: null, announced: null };
}

/**
 * Marks the person as registered by this entry, until the server reports it. With null, the entry registers no expected person
 * (any more).
 */
export const markEntryOfExpected = (
  { ownerId, branchId }: ConfirmationPlace,
  { expected_person_id: personId, announced }: RegistrationForm,
  entryId: string,
): Promise<void> =>
  markRegistered({ ownerId, branchId, day: announced?.day ?? bogotaDay(Date.now()) }, personId, entryId);

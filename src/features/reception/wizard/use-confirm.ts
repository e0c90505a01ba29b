import { useRef, useState } from 'react';
import { additionalValuesIn, isOtherPatient, type RegistrationForm } from '#domain/registration.ts';
import { hasCachedKind } from '#storage/cache/cache.ts';
import { findOccupationByName } from '#storage/cache/catalogs.ts';
import { readClockOffsetMs } from '#storage/device/contact.ts';
import { isDatabaseErasedOrNew } from '#storage/database/connection.ts';
import { isTransactionAborted, StorageProblem } from '#storage/base/problem.ts';
import type { RegistrationConfirmResult, RegistrationInput } from '#sync/outbox/registration.ts';
import { visitChoicesOf, createEvaluationBody, toStoredPatient } from '../form/create-body.ts';
import { describeEarlierRegistration } from '../steps/today-text.ts';
import { readProposedCompanies, readVisitLabels } from '../visits/visit-offers.ts';
import { notifyOtherWindows } from '../draft/draft-channel.ts';
import type { WizardState } from '../steps/use-wizard.ts';

export const MISSING_PICTURES_MESSAGE = 'Captura la fotografía y la firma antes de continuar.';

export type ConfirmFailure = Exclude<RegistrationConfirmResult, { type: 'confirmed' | 'not_wanted' }>;

export type ConfirmState =
  | { readonly name: 'ready' }
  /** The patient was already registered today, so the receptionist must confirm again. */
  | { readonly name: 'asking'; readonly text: string }
  | { readonly name: 'failed'; readonly failure: ConfirmFailure };
const READY_STATE: ConfirmState = { name: 'ready' };

/** Looks up the id of the typed occupation, because the lookup of the occupation field may not have finished. */
async function addOccupationId(form: RegistrationForm): Promise<RegistrationForm> {
  const known = form.occupation_name.trim() === '' ? null : await findOccupationByName(form.occupation_name);
  return { ...form, occupation_id: known?.id ?? null };
}

/** Returns the form with the additional values to send. Loads the code only if there are values. */
async function addAdditionalValues({ form, correcting }: WizardState): Promise<RegistrationForm> {
  const before = correcting?.before ?? null;
  const all = [form.values, ...(before ? [before] : [])].flatMap(additionalValuesIn);
  if (all.length === 0) return form.values;
  return (await import('../additional/step-fields.ts')).addAdditionalValuesToSend(form.values, before);
}

/**
 * Returns the form with the expected person that it registers. Loads the code only if the form or the device has one. Returns the
 * form unchanged after a failure, because the registration matters more than its announcement.
 */
async function addExpectedPerson(wizard: WizardState, form: RegistrationForm): Promise<RegistrationForm> {
  try {
    if (form.expected_person_id === null && !(await hasCachedKind(wizard, 'expected'))) return form;
    return await (await import('../announced/confirming.ts')).withExpectedPerson(wizard, form);
  } catch (error) {
    reportError(error);
    return form;
  }
}

/**
 * Marks the expected person as registered, once the registration is stored and before the page shows this: the user may then
 * leave the page. A corrected registration may no longer be of the marked person. A correction that is sent apart changes no
 * expected person.
 */
async function markExpectedPerson(
  wizard: WizardState,
  { correction, form }: RegistrationInput,
  entryId: string,
): Promise<void> {
  if (correction !== null || (form.expected_person_id === null && wizard.correcting === null)) return;
  const { markEntryOfExpected } = await import('../announced/confirming.ts');
  await markEntryOfExpected(wizard, form, entryId);
}

/**
 * Prepares the data that the confirmation needs in addition to the pictures.
 * @throws StorageProblem
 */
async function prepareRegistration(wizard: WizardState): Promise<RegistrationInput> {
  const { ownerId, branchId, entryId, correcting, start } = wizard;
  const { linked } = wizard.identity;
  const [complete, labels, proposed_companies, clockOffset] = await Promise.all([
    addAdditionalValues(wizard).then(addOccupationId),
    readVisitLabels(wizard.form.values),
    readProposedCompanies(wizard.form.values),
    readClockOffsetMs(),
  ]);
  const typed = { ...complete, proposed_companies };
  const correction = start.tools?.correctionOf(correcting, typed, labels, linked) ?? null;
  const form = correction ? typed : await addExpectedPerson(wizard, typed);
  const visit = {
    started_at: new Date().toISOString(),
    evaluation_type_name: labels.evaluationType,
    isOpen: false,
    chosen: visitChoicesOf(form),
  };
  return {
    ownerId,
    branchId,
    entryId,
    correction,
    replaces: correcting?.replaces ?? [],
    body: createEvaluationBody(form, linked),
    form,
    linked,
    labels,
    person: toStoredPatient(form, visit),
    clockOffset,
  };
}

/**
 * Returns the state for a storage failure. An aborted transaction has written nothing; the cause may be that the user deleted
 * the browser's data.
 */
async function toStorageFailureOrThrow(thrown: unknown): Promise<ConfirmState> {
  const problem = isTransactionAborted(thrown)
    ? new StorageProblem((await isDatabaseErasedOrNew().catch(() => false)) ? 'erased' : 'closed')
    : thrown;
  if (!(problem instanceof StorageProblem)) throw problem;
  return { name: 'failed', failure: { type: 'storage', problem } };
}

/**
 * Delay in ms before the spinner is shown and the buttons turn grey. Most confirmations finish sooner. On a slow tablet,
 * rendering the spinner takes a fifth of this delay, and drawing the first grey frame a tenth.
 */
const SPINNER_DELAY_MS = 400;

/** Runs one task at a time. `isAtWork` is true immediately; `isLong` changes, and renders, only if the task takes long. */
export function useBusyGuard() {
  const [isLong, setLong] = useState(false);
  const atWork = useRef(false);
  const sign = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    isLong,
    isAtWork: () => atWork.current,
    begin: (): boolean => {
      if (atWork.current) return false;
      atWork.current = true;
      sign.current = setTimeout(() => setLong(true), SPINNER_DELAY_MS);
      return true;
    },
    end: () => {
      clearTimeout(sign.current);
      atWork.current = false;
      setLong(false);
    },
  };
}

/** Runs 'Confirmar y crear evaluación' on a valid form. Ignores taps while a confirmation runs. */
export function useConfirm(wizard: WizardState) {
  const [state, setState] = useState<ConfirmState>(READY_STATE);
  const work = useBusyGuard();
  const { correcting, captures, draft } = wizard;
  const form = wizard.form.values;

  /** Returns null on success, otherwise the state to show. */
  const run = async (isMeant: boolean): Promise<ConfirmState | null> => {
    const address = window.location.href;
    // If a correction keeps the patient, that patient's registration of today is the one being corrected.
    const isKnown = isMeant || (correcting !== null && !isOtherPatient(correcting.before, form));
    // Independent tasks run concurrently, because the user waits.
    const before = isKnown
      ? Promise.resolve(null)
      : describeEarlierRegistration(wizard, form, wizard.identity.linked);
    const isWanted = before.then((found) => found === null);
    const coming = prepareRegistration(wizard);
    draft.saver.hold(); // Stops saving the draft: the entry stores the typed data, so saving the draft first would be a second wait for the disk.
    // The code is in the file of the last step, so it is not fetched now.
    const confirming = Promise.all([import('#sync/outbox/registration.ts'), captures.settle()]).then(
      ([{ confirmRegistration }]) => confirmRegistration(wizard, coming, isWanted),
    );
    const [result, found, , input] = await Promise.all([confirming, before, isWanted, coming]);
    if (found !== null) return { name: 'asking', text: found.text };
    if (result.type === 'not_wanted') return READY_STATE;
    if (result.type !== 'confirmed') return { name: 'failed', failure: result };
    draft.saver.stop();
    notifyOtherWindows(wizard);
    await markExpectedPerson(wizard, input, result.entryId).catch(reportError);
    // The second argument is true if the user has not opened another page during the save.
    wizard.onConfirmed(result.entryId, window.location.href === address);
    return null;
  };

  const confirm = async (isMeant = false): Promise<void> => {
    if (!work.begin()) return;
    if (state.name !== 'ready') setState(READY_STATE);
    let isDone = false;
    try {
      const after = await run(isMeant).catch(toStorageFailureOrThrow);
      isDone = after === null;
      if (after) setState(after);
    } finally {
      // After a success the form stays busy until the next form replaces it.
      if (!isDone) {
        work.end();
        draft.saver.release();
      }
    }
  };

  return { state, confirm, cancel: () => setState(READY_STATE), ...work };
}

import { useRef, useState } from 'react';
import {
  additionalValuesIn,
  isOtherPatient,
  type CorrectionBasis,
  type LocalPatient,
  type RegistrationForm,
} from '#domain/registration.ts';
import { findOccupationByName } from '#storage/cache/catalogs.ts';
import { readClockOffset } from '#storage/device/contact.ts';
import { isDatabaseErased } from '#storage/database/connection.ts';
import { isTransactionAborted, StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import {
  confirmRegistration,
  type RegistrationConfirmResult,
  type RegistrationInput,
} from '#sync/outbox/registration.ts';
import { visitChoicesOf, createEvaluationBody, toStoredPatient } from '../form/create-body.ts';
import { describeEarlierRegistration } from '../steps/today-text.ts';
import { readVisitLabels } from '../steps/labels.ts';
import type { CorrectionTools } from '../draft/correction-tools.ts';
import type { DraftKey } from '../draft/draft-channel.ts';

export type ConfirmFailure =
  | { readonly type: Exclude<RegistrationConfirmResult['type'], 'confirmed' | 'not_wanted' | 'storage'> }
  | { readonly type: 'storage'; readonly kind: StorageProblemKind };

export type ConfirmState =
  | { readonly name: 'ready' }
  /** The patient was already registered today, so the receptionist must confirm again. */
  | { readonly name: 'asking'; readonly text: string }
  | { readonly name: 'failed'; readonly failure: ConfirmFailure };

interface ConfirmInput extends DraftKey {
  readonly branchId: string;
  readonly form: RegistrationForm;
  readonly linked: LocalPatient | null;
  readonly correcting: CorrectionBasis | null;
  readonly tools: CorrectionTools | null;
  /**
   * Stores the pictures on the device, and blocks changes of the draft until `release`.
   * @throws StorageProblem
   */
  readonly settle: () => Promise<void>;
  /** Called when the confirmation failed: changes of the draft are saved again. */
  readonly release: () => void;
  /** `isStillHere` is true if the user has not opened another page during the save. */
  readonly onConfirmed: (entryId: string, isStillHere: boolean) => void;
}

/** Looks up the id of the typed occupation, because the lookup of the occupation field may not have finished. */
async function addOccupationId(form: RegistrationForm): Promise<RegistrationForm> {
  const known = form.occupation_name.trim() === '' ? null : await findOccupationByName(form.occupation_name);
  return { ...form, occupation_id: known?.id ?? null };
}

/** Returns the form with the additional values to send. Loads the code only if there are values. */
async function addAdditionalValues({ form, correcting }: ConfirmInput): Promise<RegistrationForm> {
  const before = correcting?.before ?? null;
  const all = [form, ...(before ? [before] : [])].flatMap(additionalValuesIn);
  if (all.length === 0) return form;
  return (await import('../additional/asked.ts')).prepareFormForSending(form, before);
}

/**
 * Prepares the data that the confirmation needs in addition to the pictures.
 * @throws StorageProblem
 */
async function prepareRegistration(input: ConfirmInput): Promise<RegistrationInput> {
  const { ownerId, branchId, entryId, linked } = input;
  const [form, labels, clockOffset] = await Promise.all([
    addAdditionalValues(input).then(addOccupationId),
    readVisitLabels(input.form),
    readClockOffset(),
  ]);
  const visit = {
    started_at: new Date().toISOString(),
    evaluation_type_name: labels.evaluationType,
    isOpen: false,
    chosen: visitChoicesOf(form),
  };
  const body = createEvaluationBody(form, linked);
  const correction = input.tools?.correctionOf(input.correcting, form, labels, linked) ?? null;
  return {
    ownerId,
    branchId,
    entryId,
    correction,
    replaces: input.correcting?.replaces ?? [],
    body,
    form,
    linked,
    labels,
    person: toStoredPatient(form, visit),
    clockOffset,
  };
}

function stateOfUnconfirmedResult(
  result: Exclude<RegistrationConfirmResult, { type: 'confirmed' }>,
): ConfirmState {
  if (result.type === 'not_wanted') return { name: 'ready' };
  if (result.type !== 'storage') return { name: 'failed', failure: result };
  return { name: 'failed', failure: { type: 'storage', kind: result.problem.kind } };
}

/**
 * Returns the kind of a storage failure. An aborted transaction has written nothing; the cause may be that the user deleted the
 * browser's data.
 */
async function storageProblemKindOf(thrown: unknown): Promise<StorageProblemKind | null> {
  if (isTransactionAborted(thrown))
    return (await isDatabaseErased().catch(() => false)) ? 'erased' : 'closed';
  return thrown instanceof StorageProblem ? thrown.kind : null;
}

async function stateOfThrownError(error: unknown): Promise<ConfirmState> {
  const kind = await storageProblemKindOf(error);
  if (!kind) throw error;
  return { name: 'failed', failure: { type: 'storage', kind } };
}

/**
 * Delay of the spinner, ms. Most confirmations finish sooner. On a slow tablet the spinner takes a fifth of this time to
 * render, and the first grey frame a tenth.
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

/**
 * Returns true for a correction that keeps the patient. If the patient was registered today, that registration is then the one
 * being corrected.
 */
const isCorrectionOfSamePatient = ({ correcting, form }: ConfirmInput): boolean =>
  correcting !== null && !isOtherPatient(correcting.before, form);

/** Runs 'Confirmar y crear evaluación' on a valid form. Ignores taps while a confirmation runs. */
export function useConfirm(input: ConfirmInput) {
  const [state, setState] = useState<ConfirmState>({ name: 'ready' });
  const work = useBusyGuard();

  /** Returns null on success, otherwise the state to show. */
  const run = async (isMeant: boolean): Promise<ConfirmState | null> => {
    const address = window.location.href;
    // Independent tasks run concurrently, because the user waits.
    const isKnown = isMeant || isCorrectionOfSamePatient(input);
    const before = isKnown
      ? Promise.resolve(null)
      : describeEarlierRegistration(input, input.form, input.linked);
    const isWanted = before.then((found) => found === null);
    const coming = prepareRegistration(input);
    const confirming = input.settle().then(() => confirmRegistration(input, coming, isWanted));
    const [result, found] = await Promise.all([confirming, before, isWanted, coming]);
    if (found !== null) return { name: 'asking', text: found.text };
    if (result.type !== 'confirmed') return stateOfUnconfirmedResult(result);
    input.onConfirmed(result.entryId, window.location.href === address);
    return null;
  };

  const endWork = (): void => {
    work.end();
    input.release();
  };
  const confirm = async (isMeant = false): Promise<void> => {
    if (!work.begin()) return;
    if (state.name !== 'ready') setState({ name: 'ready' });
    try {
      const after = await run(isMeant).catch(stateOfThrownError);
      if (!after) return; // After a success the form stays busy until the next form replaces it.
      setState(after);
      endWork();
    } catch (error) {
      endWork();
      throw error;
    }
  };

  return { state, confirm, cancel: () => setState({ name: 'ready' }), ...work };
}

import { useRef, useState } from 'react';
import {
  isOtherPatient,
  type CorrectionBasis,
  type KnownPatient,
  type RegistrationForm,
} from '#domain/registration.ts';
import { findOccupationByName } from '#storage/cache/catalogs.ts';
import { readClockOffset } from '#storage/device/contact.ts';
import { isErased } from '#storage/database/connection.ts';
import { isAborted, StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import {
  confirmRegistration,
  type ConfirmResult,
  type RegistrationInput,
} from '#sync/outbox/registration.ts';
import { choicesOf, createBody, personOf } from '../form/create-body.ts';
import { registeredBefore } from '../steps/today-text.ts';
import { readLabels } from '../steps/labels.ts';
import type { CorrectionTools } from '../draft/correction-tools.ts';
import type { DraftKey } from '../draft/draft-channel.ts';

export type ConfirmFailure =
  | { readonly type: Exclude<ConfirmResult['type'], 'confirmed' | 'not_wanted' | 'storage'> }
  | { readonly type: 'storage'; readonly kind: StorageProblemKind };

export type ConfirmState =
  | { readonly name: 'ready' }
  /** The person was registered today already: the receptionist has to say it again. */
  | { readonly name: 'asking'; readonly text: string }
  | { readonly name: 'failed'; readonly failure: ConfirmFailure };

interface ConfirmInput extends DraftKey {
  readonly branchId: string;
  readonly form: RegistrationForm;
  readonly linked: KnownPatient | null;
  readonly correcting: CorrectionBasis | null;
  readonly tools: CorrectionTools | null;
  /** The pictures are on the device, and the draft stays as it is until `release`. @throws StorageProblem */
  readonly settle: () => Promise<void>;
  /** It was not confirmed: what was typed last is saved. */
  readonly release: () => void;
  /** `isStillHere`: the user has opened no other page while it was saved. */
  readonly onConfirmed: (entryId: string, isStillHere: boolean) => void;
}

/** The typed occupation's id is looked up once more: the field's own look-up may still be on its way. */
async function withOccupation(form: RegistrationForm): Promise<RegistrationForm> {
  const known = form.occupationName.trim() === '' ? null : await findOccupationByName(form.occupationName);
  return { ...form, occupationId: known?.id ?? null };
}

/** What the confirmation is made of, besides the draft's pictures. @throws StorageProblem */
async function prepare(input: ConfirmInput): Promise<RegistrationInput> {
  const { ownerId, branchId, entryId, linked } = input;
  const [form, labels, clockOffset] = await Promise.all([
    withOccupation(input.form),
    readLabels(input.form),
    readClockOffset(),
  ]);
  const visit = {
    started_at: new Date().toISOString(),
    evaluation_type_name: labels.evaluationType,
    isOpen: false,
    chosen: choicesOf(form),
  };
  const body = createBody(form, linked);
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
    person: personOf(form, visit),
    clockOffset,
  };
}

function stateAfter(result: Exclude<ConfirmResult, { type: 'confirmed' }>): ConfirmState {
  if (result.type === 'not_wanted') return { name: 'ready' };
  if (result.type !== 'storage') return { name: 'failed', failure: result };
  return { name: 'failed', failure: { type: 'storage', kind: result.problem.kind } };
}

/** A transaction that was taken back, as where somebody deletes the browser's data at this moment, has written nothing. */
async function kindOf(thrown: unknown): Promise<StorageProblemKind | null> {
  if (isAborted(thrown)) return (await isErased().catch(() => false)) ? 'erased' : 'closed';
  return thrown instanceof StorageProblem ? thrown.kind : null;
}

async function afterFailure(error: unknown): Promise<ConfirmState> {
  const kind = await kindOf(error);
  if (!kind) throw error;
  return { name: 'failed', failure: { type: 'storage', kind } };
}

/** A confirmation is over before; on a slow tablet the turning sign takes a fifth of it, the first grey frame a tenth. */
const SHOWN_AFTER_MS = 400;

/** One work at a time. That it is done is known at once, and rendered only where it takes long. */
export function useWork() {
  const [isLong, setLong] = useState(false);
  const atWork = useRef(false);
  const sign = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    isLong,
    isAtWork: () => atWork.current,
    /** False where it is under way. */
    begin: (): boolean => {
      if (atWork.current) return false;
      atWork.current = true;
      sign.current = setTimeout(() => setLong(true), SHOWN_AFTER_MS);
      return true;
    },
    end: () => {
      clearTimeout(sign.current);
      atWork.current = false;
      setLong(false);
    },
  };
}

/** A correction of the same patient is of the registration that the question would name. */
const isSamePatient = ({ correcting, form }: ConfirmInput): boolean =>
  correcting !== null && !isOtherPatient(correcting.before, form);

/** 'Confirmar y crear evaluación', at most once at a time however often it is tapped. The form is valid and whole. */
export function useConfirm(input: ConfirmInput) {
  const [state, setState] = useState<ConfirmState>({ name: 'ready' });
  const work = useWork();

  /** Null where it is confirmed. */
  const run = async (isMeant: boolean): Promise<ConfirmState | null> => {
    const address = window.location.href;
    // Somebody waits: what does not depend on each other is asked for at once.
    const isKnown = isMeant || isSamePatient(input);
    const before = isKnown ? Promise.resolve(null) : registeredBefore(input, input.form, input.linked);
    const isWanted = before.then((found) => found === null);
    const coming = prepare(input);
    const confirming = input.settle().then(() => confirmRegistration(input, coming, isWanted));
    const [result, found] = await Promise.all([confirming, before, isWanted, coming]);
    if (found !== null) return { name: 'asking', text: found.text };
    if (result.type !== 'confirmed') return stateAfter(result);
    input.onConfirmed(result.entryId, window.location.href === address);
    return null;
  };

  const giveBack = (): void => {
    work.end();
    input.release();
  };
  const confirm = async (isMeant = false): Promise<void> => {
    if (!work.begin()) return;
    if (state.name !== 'ready') setState({ name: 'ready' });
    try {
      const after = await run(isMeant).catch(afterFailure);
      if (!after) return; // It is at work until the next form takes its place.
      setState(after);
      giveBack();
    } catch (error) {
      giveBack();
      throw error;
    }
  };

  return { state, confirm, cancel: () => setState({ name: 'ready' }), ...work };
}

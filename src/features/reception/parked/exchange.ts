import { isContainedInForm } from '#domain/registration.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { listParkedDraftsOfPatient, type ParkedDraft } from '#storage/drafts/parked-list.ts';
import { exchangeDraft } from '#sync/changes/on-device-aside.ts';
import { notifyOtherWindows } from '../draft/draft-channel.ts';
import { removeLookupValues } from '../form/create-body.ts';
import { formatParkedSince } from '../patient/use-parked-draft-of.ts';
import type { WizardState } from '../steps/use-wizard.ts';

export type ParkingProblem =
  | { readonly type: 'full' }
  | { readonly type: 'gone' }
  | { readonly type: 'storage'; readonly kind: StorageProblemKind };

/** Parked draft of the same patient. `text` states since when it is parked. */
export interface PatientAlreadyParked {
  readonly type: 'twin';
  readonly id: string;
  readonly text: string;
}

/**
 * Returns true if the parked draft has all data of the form. Values from the lookup do not count, because the user did not type
 * them.
 */
function isContainedInParkedDraft(
  { form, identity: { linked }, typedCompanies, captures }: WizardState,
  { content }: ParkedDraft,
): boolean {
  if (content === null || content === 'damaged' || captures.taken.photo || captures.taken.signature)
    return false;
  const values = form.getValues();
  return (
    isContainedInForm(linked ? removeLookupValues(values, linked) : values, content.form) &&
    Object.values(typedCompanies).every((text) => text.trim() === '')
  );
}

/** Returns the parked drafts with the document in the form; none after a storage error, which the exchange will report. */
async function findParkedDraftsOfPatient({ ownerId, form }: WizardState): Promise<ParkedDraft[]> {
  try {
    return await listParkedDraftsOfPatient(ownerId, form.getValues());
  } catch (error) {
    if (error instanceof StorageProblem) return [];
    throw error;
  }
}

/**
 * Parks the current draft, and opens a parked one if given (S27). Saves everything on the screen first; later changes, for
 * example by a lookup, must not be saved in the draft that opens next. Returns null on success. Changes nothing and returns
 * the other draft if the patient would be parked twice, unless the user has stated that this is intended (`isMeant`).
 */
export async function parkAndOpenDraft(
  wizard: WizardState,
  parkedId: string | null,
  isMeant: boolean,
): Promise<ParkingProblem | PatientAlreadyParked | null> {
  const { ownerId, captures, draft } = wizard;
  const twins = await findParkedDraftsOfPatient(wizard);
  const wanted = twins.find(({ id }) => id === parkedId);
  const dropsPresent = wanted !== undefined && isContainedInParkedDraft(wizard, wanted);
  const twin = twins.find(({ id }) => id !== parkedId);
  if (twin && !dropsPresent && !isMeant)
    return { type: 'twin', id: twin.id, text: formatParkedSince(twin, Date.now()) };
  const { saver } = draft;
  const settled = Promise.all([saver.flush(), captures.settle()]);
  saver.hold();
  try {
    await settled;
    const outcome = await exchangeDraft(ownerId, parkedId, Date.now(), { dropsPresent });
    if (outcome !== 'exchanged') return { type: outcome };
    saver.stop();
    notifyOtherWindows({ ownerId, entryId: null });
    return null;
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    return { type: 'storage', kind: error.kind };
  } finally {
    saver.release();
  }
}

import { isContainedInForm, type TypedCompanies } from '#domain/registration.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { listParkedDraftsOf, type ParkedDraft } from '#storage/drafts/parked-list.ts';
import { exchangeDraft } from '#sync/changes/on-device-aside.ts';
import { notifyOtherWindows } from '../draft/draft-channel.ts';
import type { Captures } from '../draft/use-captures.ts';
import type { DraftSaving } from '../draft/use-draft.ts';
import { removeLookupValues } from '../form/create-body.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { WizardIdentity } from '../patient/use-identity.ts';
import type { ParkingProblem } from './parked-dialog.tsx';

interface CurrentRegistration {
  readonly ownerId: string;
  readonly wizard: {
    readonly form: WizardForm;
    readonly identity: WizardIdentity;
    readonly typedCompanies: TypedCompanies;
    readonly captures: Captures;
    readonly draft: DraftSaving;
  };
}

/**
 * Parks the current draft, and opens a parked one if given (S27). Saves everything on the screen first; later changes, for
 * example by a lookup, must not be saved in the draft that opens next. Returns null on success.
 */
export async function parkAndOpenDraft(
  { ownerId, wizard: { draft, captures } }: CurrentRegistration,
  parkedId: string | null,
  dropsPresent: boolean,
): Promise<ParkingProblem | null> {
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

/**
 * Returns true if the parked draft has all data of the form. Values from the lookup do not count, because the user did not type
 * them.
 */
export function isContainedInParkedDraft(
  { form, identity: { linked }, typedCompanies, captures }: CurrentRegistration['wizard'],
  { content }: ParkedDraft,
) {
  if (content === null || content === 'damaged' || captures.taken.photo || captures.taken.signature)
    return false;
  const values = form.getValues();
  return (
    isContainedInForm(linked ? removeLookupValues(values, linked) : values, content.form) &&
    Object.values(typedCompanies).every((text) => text.trim() === '')
  );
}

/** Returns the parked drafts with the document in the form; none after a storage error, which the exchange will report. */
export async function findParkedDraftsOfPatient({
  ownerId,
  wizard,
}: CurrentRegistration): Promise<ParkedDraft[]> {
  try {
    return await listParkedDraftsOf(ownerId, wizard.form.getValues());
  } catch (error) {
    if (error instanceof StorageProblem) return [];
    throw error;
  }
}

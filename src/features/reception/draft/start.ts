import type { CardText } from '#domain/card/capture.ts';
import { isEditableAfterRejection } from '#domain/outbox/entry.ts';
import {
  emptyRegistration,
  NO_TYPED_COMPANIES,
  type CorrectionBasis,
  type DraftContent,
  type LocalPatient,
  type RegistrationForm,
  type RegistrationLabels,
} from '#domain/registration.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { loadDraft, type CapturedPicture } from '#storage/drafts/drafts.ts';
import type { CorrectionContent } from '#storage/outbox/confirmation.ts';
import type { RegistrationEntry, ItemView } from '#storage/outbox/entries.ts';
import type { CorrectionAvailability } from '#storage/outbox/registrations/open-correction.ts';
import type { AdditionalFieldsModule } from '../additional/part.tsx';
import type { DraftKey } from './draft-channel.ts';

/** Form of a correction and the patient whose data fill it; null if none. */
export interface CorrectedForm {
  readonly basis: CorrectionBasis;
  readonly form: RegistrationForm;
  readonly linked: LocalPatient | null;
}

export interface CorrectionTools {
  readonly readCorrectionNow: (ownerId: string, key: string) => Promise<CorrectionAvailability>;
  readonly correctionOf: (
    basis: CorrectionBasis | null,
    form: RegistrationForm,
    labels: RegistrationLabels,
    linked: LocalPatient | null,
  ) => CorrectionContent | null;
  readonly isPersonAsked: (corrected: CorrectedForm) => boolean;
}

export interface WizardStart {
  readonly content: DraftContent;
  readonly photo: CapturedPicture | null;
  readonly signature: CapturedPicture | null;
  readonly restored: boolean;
  readonly refusal: Rejection | null;
  /** Card that fills the empty form, because reading it parked the previous registration. */
  readonly card: CardText | null;
  /** Code for a correction; null for a new registration. */
  readonly tools: CorrectionTools | null;
  /**
   * Code and definitions of the additional fields. They are loaded in advance only for a draft that opens in the last step,
   * because the user may confirm at once; in other steps they load later.
   */
  readonly additional?: AdditionalFieldsModule | null;
}

export type CorrectionObstacle = 'closed' | 'lacking' | 'not_found' | 'unreachable' | 'not_waiting';

export type OpenedReception =
  | { readonly name: 'wizard'; readonly start: WizardStart }
  /** The evaluation was delivered, but its photo or signature was rejected and must be captured again. */
  | { readonly name: 'recapture'; readonly entryId: string }
  | { readonly name: 'nothing_to_correct'; readonly why: CorrectionObstacle };

const EMPTY_DRAFT_CONTENT: DraftContent = {
  form: emptyRegistration,
  step: 0,
  linked: null,
  picturesOf: null,
  typedCompanies: NO_TYPED_COMPANIES,
  correcting: null,
};

export const emptyWizardStart: WizardStart = {
  content: EMPTY_DRAFT_CONTENT,
  photo: null,
  signature: null,
  restored: false,
  refusal: null,
  card: null,
  tools: null,
};

export async function loadWizardStart(
  { ownerId, entryId }: DraftKey,
  refusal: Rejection | null,
): Promise<WizardStart> {
  const draft = await loadDraft(ownerId, entryId);
  if (!draft) return { ...emptyWizardStart, refusal };
  const { content, photo, signature } = draft;
  const proposed = content?.form.proposed_companies ?? [];
  // The catalogue of the device may have lost them while the draft waited.
  if (proposed.length > 0)
    await import('#sync/changes/proposed-companies.ts').then((code) =>
      code.storeProposedCompanies(proposed, Date.now()),
    );
  return {
    ...emptyWizardStart,
    content: content ?? EMPTY_DRAFT_CONTENT,
    photo,
    signature,
    restored: true,
    refusal,
    // In the last step the user may confirm at once, and a missing required value must keep the step open.
    // After a failure the page loads the fields later, and reports the failure (`useAdditionalFieldsModule`).
    additional:
      content?.step === 2
        ? await import('../additional/part.tsx')
            .then((part) => part.loadAdditionalFieldsModule())
            .catch(() => null)
        : null,
  };
}

export const rejectionOfItem = (item: ItemView | undefined): Rejection | null =>
  item?.state.name === 'attention' ? item.state.refusal : null;

/** Returns the rejected pictures that can be captured again (S7). */
export const findRecapturablePictures = (entry: RegistrationEntry): readonly ItemView[] =>
  entry.items.filter((item) => item.kind !== 'evaluation' && isEditableAfterRejection(item));

/**
 * Opens the draft of a new registration.
 * @throws StorageProblem when the device's storage or the user's key is unavailable
 */
export const openNewRegistrationDraft = async (ownerId: string): Promise<OpenedReception> => ({
  name: 'wizard',
  start: await loadWizardStart({ ownerId, entryId: null }, null),
});

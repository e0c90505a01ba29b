import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { DraftKey } from '../draft/draft-channel.ts';
import { focusElement } from '../form/focus.ts';
import { isValidReason } from '../form/reason.ts';
import type { CorrectionTools } from '../draft/correction-tools.ts';
import { isOtherPatient, type CorrectionBasis } from '#domain/registration.ts';
import type { Captures } from '../draft/use-captures.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { WizardIdentity } from '../patient/use-identity.ts';

const REASON_SELECTOR = '[data-correction-reason]';
const PERSON_CHOICE_SELECTOR = '[data-moved-person]';
const PICTURES_CONFIRMATION_SELECTOR = '[data-pictures-right]';

/** Returns true if the registration that is being corrected was sent or is being sent; false for a new registration. */
function useIsRegistrationSent({ ownerId, entryId }: DraftKey, tools: CorrectionTools | null): boolean {
  const now = useLiveQuery(
    () => (tools === null || entryId === null ? null : tools.readCorrectionNow(ownerId, entryId)),
    [ownerId, entryId, tools],
  );
  return now?.type === 'correction';
}

export type CorrectionBasisChange = Partial<Pick<CorrectionBasis, 'reason' | 'arePicturesRight' | 'moved'>>;

export interface CorrectingWizard {
  readonly form: WizardForm;
  readonly captures: Captures;
  readonly tools: CorrectionTools | null;
  readonly correcting: CorrectionBasis | null;
  readonly changeCorrecting: (change: CorrectionBasisChange) => void;
  readonly identity: WizardIdentity;
}

/** Checks what a correction needs in addition to valid fields: a reason and, for another patient, new or confirmed pictures. */
export function useCorrectionRequirements(
  draftKey: DraftKey,
  { correcting, form, captures, tools, identity }: CorrectingWizard,
) {
  const isSent = useIsRegistrationSent(draftKey, tools);
  const [isTried, setTried] = useState(false);
  const [isPersonTried, setPersonTried] = useState(false);
  const isMoved = correcting !== null && isOtherPatient(correcting.before, form.values);
  const hasReason = correcting !== null && isValidReason(correcting.reason);
  const hasPictures = !isMoved || captures.complete || (correcting?.arePicturesRight ?? false);
  const isPersonPrompted =
    correcting !== null && (tools?.isPersonAsked(correcting, form.values, identity.linked) ?? false);
  return {
    isSent,
    isMoved,
    lacks: {
      reason: isTried && !hasReason,
      pictures: isTried && !hasPictures,
      person: isPersonTried && isPersonPrompted,
    },
    /**
     * Returns false and focuses the prompt while the user has not stated whether the changed document belongs to another
     * person.
     */
    knowsPerson: (): boolean => {
      setPersonTried(isPersonPrompted);
      if (isPersonPrompted) focusElement(PERSON_CHOICE_SELECTOR);
      return !isPersonPrompted;
    },
    passes: (): boolean => {
      setTried(true);
      if (!hasPictures) focusElement(PICTURES_CONFIRMATION_SELECTOR);
      else if (!hasReason) focusElement(REASON_SELECTOR);
      return hasPictures && hasReason;
    },
  };
}

export type CorrectionRequirements = ReturnType<typeof useCorrectionRequirements>;

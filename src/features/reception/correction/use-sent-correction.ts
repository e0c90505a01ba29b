import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { focusElement } from '../form/focus.ts';
import { isValidReason } from '../form/reason.ts';
import { isOtherPatient } from '#domain/registration.ts';
import type { WizardState } from '../steps/use-wizard.ts';

const REASON_SELECTOR = '[data-correction-reason]';
const PERSON_CHOICE_SELECTOR = '[data-moved-person]';
const PICTURES_CONFIRMATION_SELECTOR = '[data-pictures-right]';

/** Checks what a correction needs in addition to valid fields: a reason and, for another patient, new or confirmed pictures. */
export function useCorrectionRequirements(wizard: WizardState) {
  const { ownerId, entryId, correcting, form, captures, identity } = wizard;
  const { tools } = wizard.start;
  const availability = useLiveQuery(
    () => (tools === null || entryId === null ? null : tools.readCorrectionNow(ownerId, entryId)),
    [ownerId, entryId, tools],
  );
  const [isTried, setTried] = useState(false);
  const [isPersonTried, setPersonTried] = useState(false);
  const isMoved = correcting !== null && isOtherPatient(correcting.before, form.values);
  const hasReason = correcting !== null && isValidReason(correcting.reason);
  const hasPictures = !isMoved || captures.complete || (correcting?.arePicturesRight ?? false);
  const isPersonPrompted =
    correcting !== null &&
    (tools?.isPersonAsked({ basis: correcting, form: form.values, linked: identity.linked }) ?? false);
  return {
    /** True if the registration in correction was sent or is being sent; false for a new registration. */
    isSent: availability?.type === 'correction',
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

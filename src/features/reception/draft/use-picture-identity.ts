import { useState } from 'react';
import { mayBeSamePatient, type Identity } from '#domain/patient/same-patient.ts';
import { identityOfForm } from '#domain/registration.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { DraftKey } from './draft-channel.ts';
import type { WizardStart } from './start.ts';
import { useCaptures } from './use-captures.ts';

export const PICTURE_IDENTITY_SELECTOR = '[data-whose]';

/** Prompt to state whose pictures these are, shown when the form names another patient than at the capture. */
export interface PictureIdentityPrompt {
  readonly of: Identity;
  readonly now: Identity;
  readonly keep: () => void;
  readonly takeAgain: () => void;
}

/** Returns the patient of the stored pictures. If the draft does not name one, returns the patient in the form. */
const initialPictureIdentity = ({ content, photo, signature }: WizardStart): Identity | null =>
  content.picturesOf ?? (photo || signature ? identityOfForm(content.form) : null);

/** Holds the patient of photo and signature, and opens the prompt before one patient's pictures are used for another. */
export function usePictureIdentity(draftKey: DraftKey, form: WizardForm, start: WizardStart) {
  const [pictureIdentity, setPictureIdentity] = useState(() => initialPictureIdentity(start));
  const captures = useCaptures(draftKey, { photo: start.photo, signature: start.signature }, () =>
    setPictureIdentity(identityOfForm(form.getValues())),
  );
  const { photo, signature } = captures.taken;
  const now = identityOfForm(form.values);
  const isOpen = pictureIdentity !== null && (photo || signature) && !mayBeSamePatient(pictureIdentity, now);
  const question: PictureIdentityPrompt | null = isOpen
    ? { of: pictureIdentity, now, keep: () => setPictureIdentity(now), takeAgain: captures.clear }
    : null;
  return { captures, picturesOf: pictureIdentity, question };
}

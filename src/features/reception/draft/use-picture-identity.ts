import { useState } from 'react';
import { mayBeSamePatient, type Identity } from '#domain/patient/same-patient.ts';
import { identityOfForm } from '#domain/registration.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { DraftKey } from './draft-channel.ts';
import type { WizardStart } from './start.ts';
import { useCaptures } from './use-captures.ts';

/** Selector of the prompt's first button; 'Confirmar' focuses it while the prompt is open. */
export const PICTURE_IDENTITY_SELECTOR = '[data-whose]';

/**
 * Prompt shown when the form names another patient than at the capture of the pictures: the user must state whose pictures they
 * are.
 */
export interface PictureIdentityPrompt {
  /** Patient that the form named at capture. */
  readonly of: Identity;
  /** Patient that the form names now. */
  readonly now: Identity;
  readonly keep: () => void;
  readonly takeAgain: () => void;
}

/**
 * Returns the identity that the pictures belong to. A draft that does not store it returns the patient that the form names when
 * the draft is opened.
 */
const ofStart = ({ content, photo, signature }: WizardStart): Identity | null =>
  content.picturesOf ?? (photo || signature ? identityOfForm(content.form) : null);

/**
 * Manages photo and signature with the identity that they belong to: pictures of one patient are never used for another without
 * a prompt.
 */
export function usePictureIdentity(draftKey: DraftKey, form: WizardForm, start: WizardStart) {
  const [pictureIdentity, setPictureIdentity] = useState(() => ofStart(start));
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

import { useState } from 'react';
import { mayBeOnePerson, type Holder } from '#domain/patient/holder.ts';
import { holderIn } from '#domain/registration.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { DraftKey } from './draft-channel.ts';
import type { WizardStart } from './start.ts';
import { useCaptures } from './use-captures.ts';

/** Selector of the button that answers the prompt; 'Confirmar' leads there. */
export const WHOSE_PLACE = '[data-whose]';

/** Prompt shown when the patient has changed since the pictures were captured: the user must state whose they are. */
export interface WhoseQuestion {
  /** Patient that the form named at capture. */
  readonly of: Holder;
  /** Patient that the form names now. */
  readonly now: Holder;
  readonly keep: () => void;
  readonly takeAgain: () => void;
}

/** Returns the identity that the pictures belong to; for a draft without it, the patient named when the draft is opened. */
const ofStart = ({ content, photo, signature }: WizardStart): Holder | null =>
  content.picturesOf ?? (photo || signature ? holderIn(content.form) : null);

/**
 * Manages photo and signature with the identity that they belong to: pictures of one patient are never used for another without
 * a prompt.
 */
export function usePicturesOf(draftKey: DraftKey, form: WizardForm, start: WizardStart) {
  const [picturesOf, setPicturesOf] = useState(() => ofStart(start));
  const captures = useCaptures(draftKey, { photo: start.photo, signature: start.signature }, () =>
    setPicturesOf(holderIn(form.getValues())),
  );
  const { photo, signature } = captures.taken;
  const now = holderIn(form.values);
  const isOpen = picturesOf !== null && (photo || signature) && !mayBeOnePerson(picturesOf, now);
  const question: WhoseQuestion | null = isOpen
    ? { of: picturesOf, now, keep: () => setPicturesOf(now), takeAgain: captures.clear }
    : null;
  return { captures, picturesOf, question };
}

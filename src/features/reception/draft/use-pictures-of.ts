import { useState } from 'react';
import { mayBeOnePerson, type Holder } from '#domain/patient/holder.ts';
import { holderIn } from '#domain/registration.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { DraftKey } from './draft-channel.ts';
import type { WizardStart } from './start.ts';
import { useCaptures } from './use-captures.ts';

/** Where the answer to the question waits; 'Confirmar' leads there. */
export const WHOSE_PLACE = '[data-whose]';

/** The person has changed since the pictures were captured: somebody has to say whose they are. */
export interface WhoseQuestion {
  /** Whom the form named then. */
  readonly of: Holder;
  /** Whom it names now. */
  readonly now: Holder;
  readonly keep: () => void;
  readonly takeAgain: () => void;
}

/** Of a draft that does not say it: whom it names when it is opened. */
const ofStart = ({ content, photo, signature }: WizardStart): Holder | null =>
  content.picturesOf ?? (photo || signature ? holderIn(content.form) : null);

/** Photo and signature, and whose they are: pictures of one person never go with another unasked. */
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

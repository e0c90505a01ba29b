import { useMemo, useRef, useState } from 'react';
import { mayBeSamePatient, type Identity } from '#domain/patient/same-patient.ts';
import { identityOfForm } from '#domain/registration.ts';
import { SerialTaskQueue } from '#domain/serial.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { saveDraftPicture } from '#sync/changes/on-device.ts';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { useSignature, type PictureChange } from '../capture/signature/use-signature.ts';
import { isSignature } from '#domain/signature/strokes.ts';
import type { PictureKind } from '../capture/files/read-file.ts';
import type { WizardForm } from '../form/step-props.ts';
import { notifyOtherWindows, type DraftKey } from './draft-channel.ts';
import type { WizardStart } from './start.ts';

type Pictures = Record<PictureKind, CapturedPicture | null>;

/**
 * Writes pictures to the draft in the order of their capture. `settle` retries failed writes, so that every picture on the
 * screen is stored before the confirmation.
 */
function createPictureSaver(
  { ownerId, entryId }: DraftKey,
  onProblem: (kind: StorageProblemKind | null) => void,
) {
  const due = new Map<PictureKind, CapturedPicture | null>();
  const queue = new SerialTaskQueue();
  let coming = 0;

  const write = async (kind: PictureKind): Promise<void> => {
    const picture = due.get(kind);
    if (picture === undefined) return;
    await saveDraftPicture(ownerId, entryId, kind, picture);
    due.delete(kind);
    onProblem(null);
    notifyOtherWindows({ ownerId, entryId });
  };
  const save = async (kind: PictureKind, change: Promise<PictureChange>): Promise<void> => {
    const picture = await change;
    if (picture === undefined) return;
    due.set(kind, picture);
    try {
      await write(kind);
    } catch (error) {
      if (!(error instanceof StorageProblem)) throw error;
      onProblem(error.kind);
    }
  };
  const runInOrder = (step: () => Promise<void>): Promise<void> => {
    coming += 1;
    return queue.run(step).finally(() => (coming -= 1));
  };
  return {
    save: (kind: PictureKind, change: Promise<PictureChange>) => runInOrder(() => save(kind, change)),
    isDue: () => due.size > 0 || coming > 0,
    /** @throws StorageProblem if a picture cannot be written */
    settle: () => runInOrder(() => write('photo').then(() => write('signature'))),
  };
}

/**
 * Manages photo and signature of the draft; each is stored as soon as it is captured. `onCapture` is called when a capture
 * starts.
 */
export function useCaptures(draftKey: DraftKey, initial: Pictures, onCapture: () => void) {
  const { ownerId, entryId } = draftKey;
  const [pictures, setPictures] = useState<Pictures>(initial);
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const keeper = useMemo(() => createPictureSaver({ ownerId, entryId }, setProblem), [ownerId, entryId]);
  const shot = useRef(0);
  useUnsavedCheck(keeper.isDue);

  const show = (kind: PictureKind, picture: CapturedPicture | null) =>
    setPictures((before) => ({ ...before, [kind]: picture }));
  const storeCapture = (kind: PictureKind, coming: Promise<PictureChange>) => {
    keeper.save(kind, coming).catch(reportError);
  };
  const signaturePad = useSignature({
    show: (picture) => show('signature', picture),
    store: (coming) => storeCapture('signature', coming),
    onCapture,
  });
  const { drawing } = signaturePad;

  /** A signature that is still being encoded counts as captured. */
  const taken = {
    photo: pictures.photo !== null,
    signature: pictures.signature !== null || (drawing !== null && isSignature(drawing)),
  };
  return {
    pictures,
    signaturePad,
    problem,
    taken,
    complete: taken.photo && taken.signature,
    settle: keeper.settle,
    /**
     * Shows the photo after it is stored, so that a photo on the screen survives a crash. A confirmation waits for the write.
     */
    takePhoto: async (coming: Promise<CapturedPicture | undefined>): Promise<void> => {
      const turn = (shot.current += 1);
      onCapture();
      await keeper.save('photo', coming).catch(reportError);
      const picture = await coming;
      if (picture && turn === shot.current) show('photo', picture);
    },
    clear: () => {
      shot.current += 1;
      show('photo', null);
      storeCapture('photo', Promise.resolve(null));
      signaturePad.onClear();
    },
  };
}

export type Captures = ReturnType<typeof useCaptures>;

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

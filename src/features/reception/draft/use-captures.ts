import { SerialTaskQueue } from '#domain/serial.ts';
import { useMemo, useRef, useState } from 'react';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { saveDraftPicture } from '#sync/changes/on-device.ts';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { exportSignature } from '../capture/signature/export-signature.ts';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import type { PictureKind } from '../capture/files/read-file.ts';
import { notifyOtherWindows } from './draft-channel.ts';
import type { DraftKey } from './draft-channel.ts';

type Pictures = Record<PictureKind, CapturedPicture | null>;

/** Change of a picture: a new picture, null to remove it, or undefined for no change. */
type PictureChange = CapturedPicture | null | undefined;

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
 * @param show changes the picture on the screen only
 * @param store changes the stored picture only
 */
function useDraftSignature(
  show: (picture: CapturedPicture | null) => void,
  store: (coming: Promise<PictureChange>) => void,
  onCapture: () => void,
) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [signatureError, setError] = useState<string | null>(null);
  const stroke = useRef(0);

  /** Ignores the encoding of an older stroke, because the encodings of two strokes may finish in either order. */
  const encode = async (canvas: HTMLCanvasElement, turn: number): Promise<PictureChange> => {
    const result = await exportSignature(canvas);
    if (turn !== stroke.current) return undefined;
    const picture = result.type === 'picture' ? result.picture : null;
    setError(result.type === 'picture' ? null : result.text);
    show(picture);
    return picture;
  };
  const replace = (picture: CapturedPicture | null) => {
    stroke.current += 1;
    setDrawing(null);
    setError(null);
    // Called even if this render shows no picture, because the encoding of the last stroke may have shown a picture since.
    show(picture);
    store(Promise.resolve(picture));
  };
  return {
    drawing,
    signatureError,
    setSignatureFile: (picture: CapturedPicture) => {
      onCapture();
      replace(picture);
    },
    drawSignature: (drawn: Drawing, canvas: HTMLCanvasElement) => {
      const turn = (stroke.current += 1);
      setDrawing(drawn);
      onCapture();
      if (isSignature(drawn)) store(encode(canvas, turn));
    },
    clearSignature: () => replace(null),
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
  const signature = useDraftSignature(
    (picture) => show('signature', picture),
    (coming) => storeCapture('signature', coming),
    onCapture,
  );
  const { drawing } = signature;

  /** A signature that is still being encoded counts as captured. */
  const taken = {
    photo: pictures.photo !== null,
    signature: pictures.signature !== null || (drawing !== null && isSignature(drawing)),
  };
  return {
    pictures,
    ...signature,
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
      signature.clearSignature();
    },
  };
}

export type Captures = ReturnType<typeof useCaptures>;

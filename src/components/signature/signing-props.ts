import type { Authorisation } from '#contract/records/branding.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';

export interface SigningPatient {
  readonly name: string;
  readonly document: string;
}

export interface SigningProps {
  signer: SigningPatient;
  /**
   * Text that the patient signs; null if the clinic has none. With a text the patient signs in the dialog; without one, in the
   * dialog or on the pad of the step.
   */
  authorisation: Authorisation | null;
  drawing: Drawing | null;
  error: string | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  /** Called with a file, or with the picture of an accepted signature, which contains the signing statement. */
  onPicture: (picture: CapturedPicture) => void;
  onClear: () => void;
}

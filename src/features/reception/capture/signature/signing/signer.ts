import type { Authorisation } from '#contract/records/branding.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';

export interface SigningPatient {
  readonly name: string;
  readonly document: string;
}

export interface SigningDialogProps {
  signer: SigningPatient;
  /** Text that the patient signs; null if the clinic has none. */
  authorisation: Authorisation | null;
  drawing: Drawing | null;
  error: string | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  onClear: () => void;
  /** Called with the picture of the signature, which contains the signing statement. */
  onSigned: (picture: CapturedPicture) => void;
  onClose: () => void;
}

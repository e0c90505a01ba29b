import type { Authorisation } from '#contract/records/branding.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';

/** Patient who signs, with name and document as shown. */
export interface SigningPatient {
  readonly name: string;
  /** Type and number of the document. */
  readonly document: string;
}

export interface SigningDialogProps {
  signer: SigningPatient;
  /** Text to be signed; null if the clinic has none. */
  authorisation: Authorisation | null;
  /** Drawing on the pad of the step. */
  drawing: Drawing | null;
  /** Error of the step's drawing. */
  error: string | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  onClear: () => void;
  /** Called with the accepted picture and its statement. */
  onSigned: (picture: CapturedPicture) => void;
  onClose: () => void;
}

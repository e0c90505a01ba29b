import type { Authorisation } from '#contract/records/branding.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';

/** Who is to sign, as the screen names them. */
export interface Signer {
  readonly name: string;
  /** Type and number. */
  readonly document: string;
}

export interface SigningDialogProps {
  signer: Signer;
  /** What is signed; null where the clinic has no text. */
  authorisation: Authorisation | null;
  /** Of the pad on the step. */
  drawing: Drawing | null;
  /** What is wrong with what was drawn there. */
  error: string | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  onClear: () => void;
  /** It was accepted: picture, and what it says of itself. */
  onSigned: (picture: CapturedPicture) => void;
  onClose: () => void;
}

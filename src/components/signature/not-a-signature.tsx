import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import './not-a-signature.css';

/** Pause in ms; longer than a pause between two strokes of a name. */
const DRAWING_PAUSE_MS = 1_200;

/** Says, when the patient pauses, why the drawing is no signature: it looks like scrolling, or it is only a dot. */
export function InvalidSignatureHint({ drawing }: { drawing: Drawing | null }) {
  const paused = usePausedValue(drawing, DRAWING_PAUSE_MS);
  const isNone = drawing !== null && drawing === paused && !isSignature(drawing);
  const text = drawing?.strokes.length ? 'Eso no parece una firma.' : 'Un punto no basta.';
  return <output className="signature-none">{isNone && `${text} Firma otra vez.`}</output>;
}

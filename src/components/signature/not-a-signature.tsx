import { useDebouncedValue } from '@mantine/hooks';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import './not-a-signature.css';

/** Pause in ms, longer than between two strokes of a name. */
const PAUSE_MS = 1_200;

/**
 * When the patient pauses, shows why the drawing is no signature: it looks like an attempt to scroll, or it is a dot without a
 * stroke.
 */
export function NotASignature({ drawing }: { drawing: Drawing | null }) {
  const [paused] = useDebouncedValue(drawing, PAUSE_MS);
  const isNone = drawing !== null && drawing === paused && !isSignature(drawing);
  const text = drawing?.strokes.length ? 'Eso no parece una firma.' : 'Un punto no basta.';
  return <output className="signature-none">{isNone && `${text} Firma otra vez.`}</output>;
}

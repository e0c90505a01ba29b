import { useDebouncedValue } from '@mantine/hooks';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import './not-a-signature.css';

/** Longer than from one stroke of a name to the next. Milliseconds. */
const PAUSE_MS = 1_200;

/** Said once one pauses over strokes that are no signature, such as those of a scroll. */
export function NotASignature({ drawing }: { drawing: Drawing | null }) {
  const [paused] = useDebouncedValue(drawing, PAUSE_MS);
  const isNone = drawing === paused && !!drawing?.strokes.length && !isSignature(drawing);
  return <output className="signature-none">{isNone && 'Eso no parece una firma. Firma otra vez.'}</output>;
}

import { countOf, type Unsent } from '#domain/outbox/unsent.ts';
import { unsentText } from '#sync/words/unsent-text.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface SealedNoticeProps extends Unsent {
  /** Somebody is signed in and these are another's. At the sign-in form they may belong to who signs in next. */
  ofAnother: boolean;
}

/** S16: what only its owner can read and send still lies here, and would be gone with the browser's data. */
export function SealedNotice({ ofAnother, ...unsent }: SealedNoticeProps) {
  const count = countOf(unsent);
  if (count === 0) return null;
  const kept = `guardad${unsent.files === 0 ? 'a' : 'o'}${count === 1 ? '' : 's'} con llave`;
  return (
    <Notice kind="warn">
      Hay {unsentText(unsent)} por enviar en este dispositivo, {kept}
      {ofAnother && ', de otra persona'}. No borres los datos del navegador.
    </Notice>
  );
}

import { countOf, type Unsent } from '#domain/outbox/unsent.ts';
import { unsentText } from '#sync/words/unsent-text.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface UnreadableNoticeProps extends Unsent {
  /**
   * True when a user is signed in and the entries belong to another one. At the sign-in form they may belong to the next user.
   */
  ofAnother: boolean;
}

/**
 * S16: shows that entries which only their owner can read and send are stored here, and would be lost with the browser’s data.
 */
export function UnreadableNotice({ ofAnother, ...unsent }: UnreadableNoticeProps) {
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

import { totalUnsent, type UnsentCounts } from '#domain/outbox/unsent.ts';
import { unsentText } from '#sync/messages/unsent-text.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface UnreadableEntriesNoticeProps extends UnsentCounts {
  /**
   * True if a user is signed in and the entries belong to another user. False on the sign-in form, where the owner is unknown,
   * because the user who signs in next may own the entries.
   */
  ofAnother: boolean;
}

/**
 * S16: says that the device holds entries that only their owner can read and send, and that clearing the browser's data deletes
 * them.
 */
export function UnreadableEntriesNotice({ ofAnother, ...unsent }: UnreadableEntriesNoticeProps) {
  const count = totalUnsent(unsent);
  if (count === 0) return null;
  const kept = `guardad${unsent.files === 0 ? 'a' : 'o'}${count === 1 ? '' : 's'} con llave`;
  return (
    <Notice kind="warn">
      Hay {unsentText(unsent)} por enviar en este dispositivo, {kept}
      {ofAnother && ', de otra persona'}. No borres los datos del navegador.
    </Notice>
  );
}

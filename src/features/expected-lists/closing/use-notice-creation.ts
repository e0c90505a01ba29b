import { useRef } from 'react';
import { createAbsenceNotice } from '#sync/expected/attendance.ts';
import { useExpectedChange } from '../base/expected-change.tsx';

const NO_ATTEMPT = { content: '', id: '' };

export interface NoticeContent {
  readonly to: string;
  /** Digest of the text that the user saw. */
  readonly digest: string;
}

/**
 * Sends the notice of a list. Attempts with the same content use the same id, so that a repetition after a lost response sends
 * no notice twice.
 */
export function useNoticeCreation(listId: string, refetch: () => Promise<void>) {
  const { busy, trouble, change } = useExpectedChange(refetch);
  const attempt = useRef(NO_ATTEMPT);
  const send = ({ to, digest }: NoticeContent, isCopied: boolean) => {
    const content = JSON.stringify([to, digest, isCopied]);
    if (attempt.current.content !== content) attempt.current = { content, id: crypto.randomUUID() };
    const { id } = attempt.current;
    return createAbsenceNotice(listId, { id, to: to.trim(), digest, is_copied: isCopied });
  };
  const create = (notice: NoticeContent, isCopied: boolean): void =>
    change({
      send: () => send(notice, isCopied),
      done: isCopied ? 'Aviso anotado como enviado.' : 'Aviso por enviar.',
      failed: 'No se pudo enviar el aviso.',
      // If sending it fails, the next attempt is a new notice.
      onSaved: () => {
        attempt.current = NO_ATTEMPT;
      },
    });
  return {
    busy,
    trouble,
    send: (content: NoticeContent) => create(content, false),
    markSent: (content: NoticeContent) => create(content, true),
  };
}

import { useRef } from 'react';
import { createAbsenceNotice } from '#sync/expected/attendance.ts';
import { saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { toast } from '#ui/notices/toast.ts';

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
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const attempt = useRef({ content: '', id: '' });
  const create = ({ to, digest }: NoticeContent, isCopied: boolean) =>
    run(async () => {
      const content = JSON.stringify([to, digest, isCopied]);
      if (attempt.current.content !== content) attempt.current = { content, id: crypto.randomUUID() };
      const { id } = attempt.current;
      const result = await createAbsenceNotice(listId, { id, to: to.trim(), digest, is_copied: isCopied });
      await refetch();
      if (result.type === 'saved') {
        // If sending it fails, the next attempt is a new notice.
        attempt.current = { content: '', id: '' };
        toast('ok', isCopied ? 'Aviso anotado como enviado.' : 'Aviso por enviar.');
      }
      return saveFailureOf(result, 'No se pudo enviar el aviso.');
    });
  return {
    busy,
    trouble,
    send: (content: NoticeContent) => void create(content, false),
    markSent: (content: NoticeContent) => void create(content, true),
  };
}

import { unsentText } from '#sync/words/unsent-text.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface SealedNoticeProps {
  evaluations: number;
  files: number;
  /** Somebody is signed in and these are another's. At the sign-in form they may belong to who signs in next. */
  ofAnother: boolean;
}

/** S16: what only its owner can read and send still lies here, and would be gone with the browser's data. */
export function SealedNotice({ evaluations, files, ofAnother }: SealedNoticeProps) {
  if (evaluations + files === 0) return null;
  const kept = `guardad${files === 0 ? 'a' : 'o'}${evaluations + files === 1 ? '' : 's'} con llave`;
  return (
    <Notice kind="warn">
      Hay {unsentText({ evaluations, files })} por enviar en este dispositivo, {kept}
      {ofAnother && ', de otra persona'}. No borres los datos del navegador.
    </Notice>
  );
}

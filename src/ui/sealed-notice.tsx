import { Notice } from './notice.tsx';

interface SealedNoticeProps {
  count: number;
  /** Somebody is signed in, and these are not theirs. At the sign-in form they may be of whoever comes next. */
  ofAnother: boolean;
}

/** S16: what only its owner can read and send still lies here, and would be gone with the browser's data. */
export function SealedNotice({ count, ofAnother }: SealedNoticeProps) {
  if (count === 0) return null;
  const what = count === 1 ? '1 evaluación sellada' : `${count} evaluaciones selladas`;
  return (
    <Notice kind="warn">
      Hay {what} {ofAnother && 'de otra persona '}en este dispositivo, por enviar. No borres los datos del
      navegador.
    </Notice>
  );
}

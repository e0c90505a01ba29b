import { Notice } from '#ui/notices/notice.tsx';

interface SealedNoticeProps {
  evaluations: number;
  files: number;
  /** Somebody is signed in, and these are not theirs. At the sign-in form they may be of whoever comes next. */
  ofAnother: boolean;
}

/** S16: what only its owner can read and send still lies here, and would be gone with the browser's data. */
export function SealedNotice({ evaluations, files, ofAnother }: SealedNoticeProps) {
  if (evaluations + files === 0) return null;
  const what = [
    evaluations > 0 && (evaluations === 1 ? '1 evaluación sellada' : `${evaluations} evaluaciones selladas`),
    files > 0 && (files === 1 ? '1 archivo sellado' : `${files} archivos sellados`),
  ]
    .filter((part) => part !== false)
    .join(' y ');
  return (
    <Notice kind="warn">
      Hay {what} {ofAnother && 'de otra persona '}en este dispositivo, por enviar. No borres los datos del
      navegador.
    </Notice>
  );
}

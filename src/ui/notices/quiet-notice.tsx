import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface QuietNoticeProps {
  /** Number of tablets that have unsent entries and have not reported for an hour. */
  count: number;
  /** Next step for the user. */
  children: ReactNode;
  action?: ReactNode;
}

/** Warns about tablets whose unsent entries exist nowhere but on them. */
export function QuietNotice({ count, children, action }: QuietNoticeProps) {
  if (count === 0) return null;
  const title =
    count === 1
      ? '1 dispositivo con evaluaciones por enviar lleva más de una hora en silencio.'
      : `${count} dispositivos con evaluaciones por enviar llevan más de una hora en silencio.`;
  return (
    <Notice kind="warn" title={title} {...(action !== undefined && { action })}>
      {children}
    </Notice>
  );
}

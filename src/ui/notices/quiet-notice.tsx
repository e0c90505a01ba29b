import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface QuietNoticeProps {
  /** Tablets that have something unsent and have not been heard of for an hour. */
  count: number;
  /** What to do about it. */
  children: ReactNode;
  action?: ReactNode;
}

/** What lies on such a tablet exists nowhere else. */
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

import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface SilentDevicesNoticeProps {
  /** Number of tablets that have unsent entries and have not reported for an hour. */
  count: number;
  children: ReactNode;
  action?: ReactNode;
}

/** Warning about tablets with unsent entries that have stopped reporting; no other copy of these entries exists. */
export function SilentDevicesNotice({ count, children, action }: SilentDevicesNoticeProps) {
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

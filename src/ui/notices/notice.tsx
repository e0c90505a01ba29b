import type { ReactNode } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import { SupportCode } from './support-code.tsx';
import './notice.css';

export type NoticeKind = 'info' | 'ok' | 'warn' | 'error';

const NOTICE_ICONS: Record<NoticeKind, IconName> = {
  info: 'info',
  ok: 'check',
  warn: 'alert',
  error: 'error',
};

interface NoticeProps {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** Usually one Button that solves the problem. */
  action?: ReactNode;
  supportCode?: string | undefined;
  className?: string;
}

/** Notice in the flow of the page. A screen reader reads an error at once and other notices when it is idle. */
export const Notice = ({ kind, title, children, action, supportCode, className = '' }: NoticeProps) => (
  <div className={`notice notice-${kind} ${className}`} role={kind === 'error' ? 'alert' : 'status'}>
    <Icon name={NOTICE_ICONS[kind]} size={22} />
    <div className="notice-text">
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
      {supportCode !== undefined && <SupportCode code={supportCode} />}
    </div>
    {action !== undefined && <div className="notice-action">{action}</div>}
  </div>
);

import type { ReactNode } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import { SupportCode } from './support-code.tsx';
import './notice.css';

export type NoticeKind = 'info' | 'ok' | 'warn' | 'error';

const ICONS: Record<NoticeKind, IconName> = { info: 'info', ok: 'check', warn: 'alert', error: 'error' };

interface NoticeProps {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** Usually a single Button that resolves the problem. */
  action?: ReactNode;
  /** Code that a user names when calling for help. */
  supportCode?: string | undefined;
  className?: string;
}

/** Renders a panel in the flow of the page. Errors interrupt a screen reader; other notices wait. */
export const Notice = ({ kind, title, children, action, supportCode, className = '' }: NoticeProps) => (
  <div className={`notice notice-${kind} ${className}`} role={kind === 'error' ? 'alert' : 'status'}>
    <Icon name={ICONS[kind]} size={22} />
    <div className="notice-text">
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
      {supportCode !== undefined && <SupportCode code={supportCode} />}
    </div>
    {action !== undefined && <div className="notice-action">{action}</div>}
  </div>
);

import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import './empty-state.css';

interface EmptyStateProps {
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

export const EmptyState = ({ icon = 'check', title, children, action }: EmptyStateProps) => (
  <div className="empty-state">
    <span className="empty-state-mark">
      <Icon name={icon} size={26} />
    </span>
    <div className="empty-state-title">{title}</div>
    {children !== undefined && <div className="empty-state-text">{children}</div>}
    {action}
  </div>
);

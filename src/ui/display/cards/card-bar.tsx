import type { ReactNode } from 'react';
import './card-bar.css';

export const ActionBar = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`card-bar ${className}`}>{children}</div>
);

export const ActionBarGap = () => <div className="card-bar-gap" />;

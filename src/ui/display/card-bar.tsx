import type { ReactNode } from 'react';
import './card-bar.css';

export const CardBar = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`card-bar ${className}`}>{children}</div>
);

export const CardBarGap = () => <div className="card-bar-gap" />;

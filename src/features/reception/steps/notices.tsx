import type { ReactNode } from 'react';
import './notices.css';

export const StepNotices = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`notices ${className}`}>{children}</div>
);

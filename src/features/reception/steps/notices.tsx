import type { ReactNode } from 'react';
import './notices.css';

/** Notices of a step, one below the other; invisible while there are none. */
export const StepNotices = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`notices ${className}`}>{children}</div>
);

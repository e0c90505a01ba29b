import type { ReactNode } from 'react';
import './notices.css';

/** What a step has to say, one below the other; nothing of it is seen while there is nothing. */
export const Notices = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`notices ${className}`}>{children}</div>
);

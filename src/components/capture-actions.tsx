import type { ReactNode } from 'react';
import './capture-actions.css';

export const CaptureActions = ({ isEnd, children }: { isEnd?: boolean; children: ReactNode }) => (
  <div className="capture-actions" data-end={isEnd}>
    {children}
  </div>
);

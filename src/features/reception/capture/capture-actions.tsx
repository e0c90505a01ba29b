import type { ReactNode } from 'react';
import './capture-actions.css';

/** The buttons below what is captured; `isEnd`: of a dialog, to the right. */
export const CaptureActions = ({ isEnd, children }: { isEnd?: boolean; children: ReactNode }) => (
  <div className="capture-actions" data-end={isEnd}>
    {children}
  </div>
);

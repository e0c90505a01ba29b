import type { ReactNode } from 'react';
import './capture-actions.css';

/** Buttons below a capture. `isEnd` aligns them to the right, as in dialogs. */
export const CaptureActions = ({ isEnd, children }: { isEnd?: boolean; children: ReactNode }) => (
  <div className="capture-actions" data-end={isEnd}>
    {children}
  </div>
);

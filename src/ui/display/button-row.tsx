import type { ReactNode } from 'react';
import './button-row.css';

/** Row of buttons that wraps; on a phone the buttons fill the width. */
export const ButtonRow = ({ isEnd, children }: { isEnd?: boolean; children: ReactNode }) => (
  <div className="button-row" data-end={isEnd}>
    {children}
  </div>
);

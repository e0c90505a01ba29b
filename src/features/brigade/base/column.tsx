import type { ReactNode } from 'react';
import './column.css';

/** Cards, notices and buttons of a page below each other. */
export const PageColumn = ({ children }: { children: ReactNode }) => (
  <div className="brigade-column">{children}</div>
);

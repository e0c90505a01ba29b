import type { ReactNode } from 'react';
import './dialog-buttons.css';

/** Buttons at the end of a form dialog: side by side, or stacked on a phone. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="dialog-buttons">{children}</div>
);

import type { ReactNode } from 'react';
import './dialog-actions.css';

/** Renders the buttons at the end of a dialog: in a row, or stacked on a phone. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
);

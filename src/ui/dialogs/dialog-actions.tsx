import type { ReactNode } from 'react';
import './dialog-actions.css';

/** The buttons that end a dialog: in a row, and one below the other on a phone. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
);

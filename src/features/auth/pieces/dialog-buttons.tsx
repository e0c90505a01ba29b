import type { ReactNode } from 'react';
import './dialog-buttons.css';

/** Foot of a dialog with a form: buttons side by side at the end, stacked on a phone. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="dialog-buttons">{children}</div>
);

import type { ReactNode } from 'react';
import './dialog-buttons.css';

/** The foot of a dialog with a form: beside each other at the end, on a phone one below the other. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="dialog-buttons">{children}</div>
);

import type { ReactNode } from 'react';
import './dialog-actions.css';

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
);

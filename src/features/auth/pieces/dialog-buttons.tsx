import type { ReactNode } from 'react';
import './dialog-buttons.css';

export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="dialog-buttons">{children}</div>
);

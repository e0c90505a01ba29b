import type { ReactNode } from 'react';
import './text-actions.css';

/** Row of buttons below the text that patients sign. */
export const TextActions = ({ children }: { children: ReactNode }) => (
  <div className="authorisation-actions">{children}</div>
);

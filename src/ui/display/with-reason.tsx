import type { ReactNode } from 'react';
import './with-reason.css';

/** A button, with why it cannot be pressed; `hint.id` is what describes the button. */
export const WithReason = ({
  hint,
  children,
}: {
  hint: { readonly id: string; readonly text: string } | null;
  children: ReactNode;
}) => (
  <div className="with-reason">
    {children}
    {hint && <small id={hint.id}>{hint.text}</small>}
  </div>
);

import type { ReactNode } from 'react';
import './with-reason.css';

/** Renders a button with the reason why it is disabled; `hint.id` is the id of the text that describes the button. */
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

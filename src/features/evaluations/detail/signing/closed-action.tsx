import type { ReactNode } from 'react';
import './closed-action.css';

/** A button over a closed evaluation, with why it cannot be pressed; `hint.id` is what describes the button. */
export const ClosedAction = ({
  hint,
  children,
}: {
  hint: { readonly id: string; readonly text: string } | null;
  children: ReactNode;
}) => (
  <div className="closed-action">
    {children}
    {hint && <small id={hint.id}>{hint.text}</small>}
  </div>
);

import type { ReactNode } from 'react';
import './with-reason.css';

/** Button with the text why it is disabled. `hint.id`: id of the text, for the button's aria-describedby. */
export const ButtonWithReason = ({
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

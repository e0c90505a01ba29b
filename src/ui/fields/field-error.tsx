import type { ReactNode } from 'react';

/**
 * Shows the message of a field that is not one of Mantine's, in the same style (theme.css). Point the field's aria-describedby
 * at `id`.
 */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="field-error" role="alert">
    {children}
  </p>
);

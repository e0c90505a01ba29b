import type { ReactNode } from 'react';

/**
 * Error message of a field that is not one of Mantine's, in the same style (theme.css). The field's aria-describedby must
 * contain `id`.
 */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="field-error" role="alert">
    {children}
  </p>
);

import type { ReactNode } from 'react';

/** The message of a field that is not one of Mantine's; looks like theirs (theme.css). Point the field's aria-describedby at `id`. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="field-error" role="alert">
    {children}
  </p>
);

import type { ReactNode } from 'react';
import './form-columns.css';

/** A form, and beside it the picture of the row where there is one. */
export const FormColumns = ({ children }: { children: ReactNode }) => (
  <div className="form-columns">{children}</div>
);

import type { ReactNode } from 'react';
import './form-columns.css';

/** Two columns: the form, and the image of the row if its catalogue has images. */
export const FormColumns = ({ children }: { children: ReactNode }) => (
  <div className="form-columns">{children}</div>
);

import type { ReactNode } from 'react';
import './form-columns.css';

/** Form with the image of the row next to it, if the row has one. */
export const FormColumns = ({ children }: { children: ReactNode }) => (
  <div className="form-columns">{children}</div>
);

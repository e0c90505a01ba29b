import type { ReactNode } from 'react';
import './form-columns.css';

export const FormColumns = ({ children }: { children: ReactNode }) => (
  <div className="form-columns">{children}</div>
);

import type { ReactNode } from 'react';
import './part-fields.css';

/** Fields of a part in two columns; in one on a narrow screen. */
export const PartFields = ({ children }: { children: ReactNode }) => (
  <div className="setup-fields-grid">{children}</div>
);

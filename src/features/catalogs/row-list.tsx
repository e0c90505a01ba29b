import type { ReactNode } from 'react';
import './row-list.css';

/** List of `li` elements, each with a text and a button. */
export const RowList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="row-list" aria-label={label}>
    {children}
  </ul>
);

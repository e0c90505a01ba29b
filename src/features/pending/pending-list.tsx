import type { ReactNode } from 'react';
import './pending-list.css';

/** `isDense`: rows of what is over. */
export const PendingList = ({ isDense, children }: { isDense?: boolean; children: ReactNode }) => (
  <ul className="pending-list" data-dense={isDense}>
    {children}
  </ul>
);

/** `text`: whom and what the row is about; beside it how it stands, or what can be done. */
export const PendingRow = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <li className="pending-row">
    <div className="pending-row-text">{text}</div>
    {children}
  </li>
);

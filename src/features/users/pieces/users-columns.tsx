import type { ReactNode } from 'react';
import './users-columns.css';

export const UserPageColumns = ({ children }: { children: ReactNode }) => (
  <div className="users-columns">{children}</div>
);

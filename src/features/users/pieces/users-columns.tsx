import type { ReactNode } from 'react';
import './users-columns.css';

export const UsersColumns = ({ children }: { children: ReactNode }) => (
  <div className="users-columns">{children}</div>
);

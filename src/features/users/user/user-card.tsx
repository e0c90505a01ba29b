import type { ReactNode } from 'react';
import { Card } from '#ui/display/card.tsx';
import './user-card.css';

/** Card for one aspect of a user that an administrator may change. */
export const UserCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className="user-card">{children}</div>
  </Card>
);

/** Explanation of a button or of the reason why it is disabled. */
export const UserHint = ({ children }: { children: ReactNode }) => <p className="user-hint">{children}</p>;

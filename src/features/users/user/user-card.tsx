import type { ReactNode } from 'react';
import { Card } from '#ui/display/card.tsx';
import './user-card.css';

/** One thing that an administrator may change of a user. */
export const UserCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className="user-card">{children}</div>
  </Card>
);

/** Why something cannot be done, or what a button does. */
export const UserHint = ({ children }: { children: ReactNode }) => <p className="user-hint">{children}</p>;

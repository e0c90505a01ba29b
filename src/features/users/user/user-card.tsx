import type { ReactNode } from 'react';
import { Card } from '#ui/display/cards/card.tsx';
import './user-card.css';

export const UserCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className="user-card">{children}</div>
  </Card>
);

export const UserHint = ({ children }: { children: ReactNode }) => <p className="user-hint">{children}</p>;

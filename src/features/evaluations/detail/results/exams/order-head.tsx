import type { ReactNode } from 'react';
import './order-head.css';

export const ExamHeading = ({
  name,
  code,
  children,
}: {
  name: string;
  code: ReactNode;
  children: ReactNode;
}) => (
  <div className="order-head">
    <span>
      <b>{name}</b> <span className="order-code">{code}</span>
    </span>
    {children}
  </div>
);

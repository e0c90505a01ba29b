import type { ReactNode } from 'react';
import './order-head.css';

/** Head of an exam: name and code, with its status or a button that removes it. */
export const OrderHead = ({
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

import type { ReactNode } from 'react';
import './order-head.css';

/** Which exam it is; beside it how it stands, or a way out. */
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

import type { ReactNode } from 'react';
import './card-bar.css';

/** The row of buttons that ends a form: back to the left, on to the right. */
export const CardBar = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`card-bar ${className}`}>{children}</div>
);

/** Pushes what follows to the right. */
export const CardBarGap = () => <div className="card-bar-gap" />;

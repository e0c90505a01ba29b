import type { ReactNode } from 'react';
import './card-bar.css';

/** Renders the row of buttons at the end of a form: back on the left, next on the right. */
export const CardBar = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`card-bar ${className}`}>{children}</div>
);

/** Pushes the following buttons to the right. */
export const CardBarGap = () => <div className="card-bar-gap" />;

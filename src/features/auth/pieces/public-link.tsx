import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './public-link.css';

/** Link to another page before the sign-in, as easy to hit as a button. */
export const PublicLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="public-link" to={to}>
    {children}
  </Link>
);

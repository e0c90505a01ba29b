import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './public-link.css';

export const PublicLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="public-link" to={to}>
    {children}
  </Link>
);

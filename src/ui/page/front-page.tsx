import type { ReactNode } from 'react';
import './front-page.css';

interface FrontPageProps {
  children: ReactNode;
  /** Below the box. */
  foot?: ReactNode;
}

/** A page that is one box in the middle: whoever sees it is not in yet. */
export const FrontPage = ({ children, foot }: FrontPageProps) => (
  <main className="front">
    <div className="front-box">{children}</div>
    {foot}
  </main>
);

import type { ReactNode } from 'react';
import './front-page.css';

interface FrontPageProps {
  children: ReactNode;
  /** Content below the box. */
  foot?: ReactNode;
}

/** Renders a page as a single box in the middle, for users who are not signed in yet. */
export const FrontPage = ({ children, foot }: FrontPageProps) => (
  <main className="front">
    <div className="front-box">{children}</div>
    {foot}
  </main>
);

import type { ReactNode } from 'react';
import './front-page.css';

interface FrontPageProps {
  children: ReactNode;
  foot?: ReactNode;
}

/** Page with one centred box, for users who are not signed in. */
export const FrontPage = ({ children, foot }: FrontPageProps) => (
  <main className="front">
    <div className="front-box">{children}</div>
    {foot}
  </main>
);

import type { ReactNode } from 'react';
import './front-page.css';

interface CentredPageProps {
  children: ReactNode;
  foot?: ReactNode;
}

/** Page with one centred box, for users who are not signed in. */
export const CentredPage = ({ children, foot }: CentredPageProps) => (
  <main className="front">
    <div className="front-box">{children}</div>
    {foot}
  </main>
);

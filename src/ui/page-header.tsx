import { useEffect, type ReactNode } from 'react';
import './page-header.css';

interface PageHeaderProps {
  /** Also the window's title; never a name or a number of a person (D5). */
  title: string;
  sub?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, sub, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Ventanilla`;
  }, [title]);
  return (
    <header className="page-header">
      <div className="page-header-text">
        <h1>{title}</h1>
        {sub !== undefined && <p>{sub}</p>}
      </div>
      {actions !== undefined && <div className="page-header-actions">{actions}</div>}
    </header>
  );
}

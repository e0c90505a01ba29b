import { useEffect, type ReactNode } from 'react';
import './page-header.css';

interface PageHeaderProps {
  title: string;
  /** Title of the window when the heading contains a patient's name: the browser's history keeps titles (D5). */
  windowTitle?: string;
  /** Status next to the title. */
  badge?: ReactNode;
  sub?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, windowTitle = title, badge, sub, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${windowTitle} · Ventanilla`;
  }, [windowTitle]);
  return (
    <header className="page-header">
      <div className="page-header-text">
        <div className="page-header-title">
          <h1>{title}</h1>
          {badge}
        </div>
        {sub !== undefined && <p>{sub}</p>}
      </div>
      {actions !== undefined && <div className="page-header-actions">{actions}</div>}
    </header>
  );
}

import { useEffect, type ReactNode } from 'react';
import './page-header.css';

interface PageHeaderProps {
  title: string;
  /**
   * Title of the browser window; set it when the heading contains a patient's name, because the browser's history stores titles
   * (D5).
   */
  windowTitle?: string;
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

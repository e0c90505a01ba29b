import { useEffect, type ReactNode } from 'react';
import { BrandMark } from '#ui/display/pictures/brand-mark.tsx';
import { CentredPage } from '#ui/page/front-page.tsx';
import { DeviceTroubleNotice, type DeviceTrouble } from './device-trouble.tsx';
import './public-page.css';

interface PublicPageProps {
  /** Window title; also the heading of the page, except on the sign-in page. */
  title: string;
  intro?: ReactNode;
  isSignIn?: boolean;
  trouble: DeviceTrouble | null;
  children: ReactNode;
  foot?: ReactNode;
}

export function PublicPage({ title, intro, isSignIn = false, trouble, children, foot }: PublicPageProps) {
  useEffect(() => {
    document.title = `${title} · Ventanilla`;
  }, [title]);
  // Hides the form over plain http, where a user must not type a password.
  const usable = trouble !== 'insecure';
  return (
    <CentredPage foot={usable && foot}>
      <div className="public-brand">
        <BrandMark size={isSignIn ? 52 : 40} />
        <div>
          {isSignIn ? <h1>Ventanilla</h1> : <strong>Ventanilla</strong>}
          <p>Salud ocupacional</p>
        </div>
      </div>
      {!isSignIn && (
        <div className="public-title">
          <h1>{title}</h1>
          {intro !== undefined && <p>{intro}</p>}
        </div>
      )}
      {trouble && <DeviceTroubleNotice trouble={trouble} />}
      {usable && children}
    </CentredPage>
  );
}

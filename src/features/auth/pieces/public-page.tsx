import { useEffect, type ReactNode } from 'react';
import { BrandMark } from '#ui/display/brand-mark.tsx';
import { FrontPage } from '#ui/page/front-page.tsx';
import { DeviceTroubleNotice, type DeviceTrouble } from './device-trouble.tsx';
import './public-page.css';

interface PublicPageProps {
  /** Of the window, and of the page where it is not the sign-in. */
  title: string;
  /** Under the title: what to do here. */
  intro?: ReactNode;
  isSignIn?: boolean;
  trouble: DeviceTrouble | null;
  children: ReactNode;
  /** Below the box. */
  foot?: ReactNode;
}

/** What people see who are not signed in: the product's brand over one form. */
export function PublicPage({ title, intro, isSignIn = false, trouble, children, foot }: PublicPageProps) {
  useEffect(() => {
    document.title = `${title} · Ventanilla`;
  }, [title]);
  // Over plain http nobody should type a password.
  const usable = trouble !== 'insecure';
  return (
    <FrontPage foot={usable && foot}>
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
    </FrontPage>
  );
}

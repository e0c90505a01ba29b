import { useEffect, type ReactNode } from 'react';
import { BrandMark } from '#ui/display/brand-mark.tsx';
import { FrontPage } from '#ui/page/front-page.tsx';
import { DeviceTroubleNotice, type DeviceTrouble } from './device-trouble.tsx';
import './public-page.css';

interface PublicPageProps {
  /** Title of the window. It is also the heading of the page, except on the sign-in page. */
  title: string;
  /** Instruction below the title. */
  intro?: ReactNode;
  isSignIn?: boolean;
  trouble: DeviceTrouble | null;
  children: ReactNode;
  /** Content below the box that contains the form. */
  foot?: ReactNode;
}

/** Page for users who are not signed in: the product’s brand above one form. */
export function PublicPage({ title, intro, isSignIn = false, trouble, children, foot }: PublicPageProps) {
  useEffect(() => {
    document.title = `${title} · Ventanilla`;
  }, [title]);
  // The form is hidden over plain http, because a password must not be typed there.
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

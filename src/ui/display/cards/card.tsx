import { createElement, useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import './card.css';

type SurfaceElement = 'aside' | 'div' | 'li' | 'section';

/** Card without a title, for content with its own heading. */
export const CardSurface = ({
  as,
  className = '',
  ...rest
}: { as: SurfaceElement } & ComponentPropsWithRef<'section'>) =>
  createElement(as, { ...rest, className: `card ${className}` });

interface CardProps {
  /** Title of the card; also its accessible name. */
  title?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Card({ title, actions, className, children }: CardProps) {
  const id = useId();
  return (
    <CardSurface as="section" className={className} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className="card-head">
          <h2 id={id}>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </CardSurface>
  );
}

import { NavLink, type To } from 'react-router-dom';
import { Icon, type IconName } from '#ui/display/icon.tsx';
import { useScrollCurrentLinkIntoView } from './use-current-in-sight.ts';
import './page-nav.css';

interface PageNavLink {
  readonly to: To;
  readonly label: string;
  readonly icon?: IconName;
  /** True if the link is highlighted only at its exact address, not at addresses below it. */
  readonly end?: boolean;
}

/** Links between pages: a bar above the page, or a column next to it if `isBeside` is set and the screen is wide. */
export function PageNav(props: {
  readonly label: string;
  readonly places: readonly PageNavLink[];
  readonly isBeside?: boolean;
}) {
  const nav = useScrollCurrentLinkIntoView();
  return (
    <nav className="page-nav" data-beside={props.isBeside} aria-label={props.label} ref={nav}>
      {props.places.map(({ to, label, icon, end = false }) => (
        <NavLink key={label} to={to} end={end} className="page-nav-link">
          {icon && <Icon name={icon} />}
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

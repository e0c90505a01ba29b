import { NavLink } from 'react-router-dom';
import type { Permission } from '#contract/vocabulary.ts';
import { navEntriesFor } from './nav-entries.ts';
import './main-nav.css';

export const MainNav = ({ actions }: { actions: readonly Permission[] }) => (
  <nav className="main-nav" aria-label="Principal">
    {navEntriesFor(actions).map(({ to, label }) => (
      <NavLink key={to} to={to} className="main-nav-link">
        {label}
      </NavLink>
    ))}
  </nav>
);

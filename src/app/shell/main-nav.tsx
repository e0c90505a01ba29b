import { useLiveQuery } from 'dexie-react-hooks';
import { NavLink } from 'react-router-dom';
import { countUnsent, type Account } from '#sync/session/session.ts';
import { navEntriesFor } from './nav-entries.ts';
import { useActiveInSight } from './use-active-in-sight.ts';
import { useAppBadge } from './use-app-badge.ts';
import './main-nav.css';

export function MainNav({ account: { userId, actions } }: { account: Account }) {
  const nav = useActiveInSight();
  const unsent = useLiveQuery(() => countUnsent(userId), [userId]) ?? 0;
  useAppBadge(unsent);
  return (
    <nav className="main-nav" aria-label="Principal" ref={nav}>
      {navEntriesFor(actions, unsent > 0).map(({ to, label }) => (
        <NavLink key={to} to={to} className="main-nav-link">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

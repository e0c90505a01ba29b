import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { countUnsent, type Account } from '#sync/session/session.ts';
import { navEntriesFor } from './nav-entries.ts';
import { useAppBadge } from './use-app-badge.ts';
import './main-nav.css';

/** Where the row is wider than the screen, the active entry stands in its middle. */
function useActiveInSight() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])];
    const active = links.find((link) => pathname.startsWith(link.pathname));
    // Not scrollIntoView: that may scroll the page too.
    if (nav.current && active)
      nav.current.scrollLeft = active.offsetLeft - (nav.current.clientWidth - active.offsetWidth) / 2;
  }, [pathname]);
  return nav;
}

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

import { Link, useLocation } from 'react-router-dom';
import { countUnsentEntries, type Account } from '#sync/session/session.ts';
import { useDelayedLiveQuery } from '#components/connection/use-settled-query.ts';
import { Icon } from '#ui/display/icon.tsx';
import { useScrollCurrentLinkIntoView } from '#ui/page/use-current-in-sight.ts';
import { isServerExtended } from '#domain/access/roles.ts';
import { findActiveNavEntry, navEntriesFor, canOpenScreen } from './nav-entries.ts';
import { useAppBadge } from './use-app-badge.ts';
import './main-nav.css';

export function MainNav({ account: { userId, actions, grantable } }: { account: Account }) {
  const nav = useScrollCurrentLinkIntoView();
  const unsent = useDelayedLiveQuery(['entries', 'items'], () => countUnsentEntries(userId), [userId]) ?? 0;
  useAppBadge(unsent);
  const entries = navEntriesFor(actions, unsent > 0, isServerExtended({ grantable }));
  const active = findActiveNavEntry(entries, useLocation())?.to;
  return (
    <nav className="main-nav" aria-label="Principal" ref={nav}>
      {entries.map((entry) => {
        const { to, label } = entry;
        const isOpen = canOpenScreen(actions, entry);
        return (
          <Link
            key={to}
            to={to}
            className="main-nav-link"
            aria-current={to === active ? 'page' : undefined}
            title={isOpen ? undefined : 'Sin permiso'}
          >
            {label}
            {!isOpen && <Icon name="lock" size={16} />}
          </Link>
        );
      })}
    </nav>
  );
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Where a row of links is wider than the screen, the active one stands in its middle. */
export function useActiveInSight() {
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

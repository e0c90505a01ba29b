import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls the current link to the middle when a row of links is wider than the screen. */
export function useCurrentInSight() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll<HTMLAnchorElement>('a[aria-current]') ?? [])];
    const current = links.find((link) => pathname.startsWith(link.pathname));
    // scrollIntoView is not used, because it may scroll the page too.
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return nav;
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls a row of links that is wider than the screen, so that the link of the current page is in the middle. */
export function useScrollCurrentLinkIntoView() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll<HTMLAnchorElement>('a[aria-current]') ?? [])];
    const current = links.find((link) => pathname.startsWith(link.pathname));
    // scrollIntoView is not used, because it can also scroll the page.
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return nav;
}

import type * as Library from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { freePosition, pressableBoxes, type WindowBox } from '#ui/notices/free-position.ts';

const WIDTH = 380;
const MARGIN = 16;
/** Height of a toast without its text, in px; LINE_PX is the height of one line of text in the browser’s usual font size. */
const FRAME_PX = 40;
const LINE_PX = 24;
const USUAL_FONT_PX = 16;
const CHARACTERS_PER_LINE = 34;
/**
 * Time in ms after a toast appears. A page that opens within it belongs to the action that the toast reports, so the toast
 * stays.
 */
const OF_THE_WAY_MS = 1_000;

/** Returns how many times larger than usual the user's browser shows text. */
const textScale = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_FONT_PX || 1;

/** Estimates the size of a toast from its text, because the place is needed before the toast is drawn. */
function placeOf(message: string): WindowBox {
  const { innerWidth, innerHeight } = window;
  const scale = textScale();
  const size = {
    width: Math.min(WIDTH, innerWidth - 2 * MARGIN),
    height: FRAME_PX + scale * LINE_PX * Math.ceil((scale * message.length) / CHARACTERS_PER_LINE),
  };
  return freePosition(
    size,
    { width: innerWidth, height: innerHeight },
    pressableBoxes('.mantine-Notifications-root'),
  );
}

const MOVES = ['scroll', 'resize', 'click', 'transitionend'] as const;

const isSame = (one: WindowBox, other: WindowBox | null): boolean =>
  one.left === other?.left &&
  one.top === other.top &&
  one.right === other.right &&
  one.bottom === other.bottom;

/**
 * Calls the listener when the page scrolls or resizes, and when a late response adds or removes controls. Returns a function
 * that stops the calls.
 */
function onPageChange(listener: () => void): () => void {
  const changes = new MutationObserver(listener);
  changes.observe(document.body, { childList: true, subtree: true });
  for (const type of MOVES) window.addEventListener(type, listener, true);
  return () => {
    changes.disconnect();
    for (const type of MOVES) window.removeEventListener(type, listener, true);
  };
}

/** Returns a place where the toast covers no control, also after the page has moved or changed. */
function useFreePlace(message: string | null): WindowBox | null {
  const [place, setPlace] = useState<WindowBox | null>(null);
  useLayoutEffect(() => {
    if (message === null) return;
    let frame = 0;
    // Keeps the old object if the place has not changed; otherwise drawing the toast would trigger the next check endlessly.
    const look = () =>
      setPlace((before) => {
        const next = placeOf(message);
        return isSame(next, before) ? before : next;
      });
    // Waits until the change that caused the event is drawn, and then checks.
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    lookSoon();
    const stop = onPageChange(lookSoon);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [message]);
  return message === null ? null : place;
}

/** Removes the toasts of the previous page after a navigation. */
function useDismissOnNavigation(shownAt: unknown, clean: () => void): void {
  const { pathname } = useLocation();
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    if (typeof shownAt === 'number' && Date.now() - shownAt > OF_THE_WAY_MS) clean();
  }, [pathname, shownAt, clean]);
}

/** Shows at most one toast, and never over a button. The library is loaded with the first toast, in a separate file. */
export const createPlacedToasts = ({ Notifications, notifications, useNotifications }: typeof Library) =>
  function PlacedToasts() {
    const [shown] = useNotifications().notifications;
    const place = useFreePlace(typeof shown?.message === 'string' ? shown.message : null);
    useDismissOnNavigation(shown?.['data-shown-at'], notifications.clean);
    return (
      <Notifications
        position="bottom-right"
        limit={1}
        containerWidth={WIDTH}
        transitionDuration={0}
        {...(place && {
          style: { left: place.left, right: 'auto', top: 'auto', bottom: window.innerHeight - place.bottom },
        })}
      />
    );
  };

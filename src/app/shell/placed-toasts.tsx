import type * as Library from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { freePosition, pressableBoxes, type WindowBox } from '#ui/notices/free-position.ts';

const WIDTH = 380;
const MARGIN = 16;
/** Height of a toast without its text in px. LINE_PX: height of a text line at the browser's usual font size. */
const FRAME_PX = 40;
const LINE_PX = 24;
const USUAL_FONT_PX = 16;
const CHARACTERS_IN_LINE = 34;
/**
 * Time in ms after a toast appears. A page that opens within this time was opened by the action that the toast reports, so the
 * toast stays.
 */
const MOVE_DELAY_MS = 1_000;

const textScale = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_FONT_PX || 1;

/** Estimates the size of a toast from its text, because its position is chosen before it is drawn. */
function placeOf(message: string): WindowBox {
  const { innerWidth, innerHeight } = window;
  const scale = textScale();
  const size = {
    width: Math.min(WIDTH, innerWidth - 2 * MARGIN),
    height: FRAME_PX + scale * LINE_PX * Math.ceil((scale * message.length) / CHARACTERS_IN_LINE),
  };
  return freePosition(
    size,
    { width: innerWidth, height: innerHeight },
    pressableBoxes('.mantine-Notifications-root'),
  );
}

const MOVE_EVENTS = ['scroll', 'resize', 'click', 'transitionend'] as const;

const isSameBox = (one: WindowBox, other: WindowBox | null): boolean =>
  one.left === other?.left &&
  one.top === other.top &&
  one.right === other.right &&
  one.bottom === other.bottom;

/**
 * Calls the listener when the page scrolls or is resized, or when controls appear or disappear, for example after a late
 * response. Returns a function that stops the calls.
 */
function onPageChange(listener: () => void): () => void {
  const changes = new MutationObserver(listener);
  changes.observe(document.body, { childList: true, subtree: true });
  for (const type of MOVE_EVENTS) window.addEventListener(type, listener, true);
  return () => {
    changes.disconnect();
    for (const type of MOVE_EVENTS) window.removeEventListener(type, listener, true);
  };
}

/** Returns a position at which the toast covers no control, and updates it when the page changes. */
function useFreePosition(message: string | null): WindowBox | null {
  const [place, setPlace] = useState<WindowBox | null>(null);
  useLayoutEffect(() => {
    if (message === null) return;
    let frame = 0;
    // Keeps the old object if the position is unchanged. A new object would render the toast again, which would trigger the
    // next check endlessly.
    const updatePlace = () =>
      setPlace((before) => {
        const next = placeOf(message);
        return isSameBox(next, before) ? before : next;
      });
    const checkInNextFrame = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(updatePlace);
    };
    updatePlace();
    checkInNextFrame();
    const stop = onPageChange(checkInNextFrame);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [message]);
  return message === null ? null : place;
}

function useDismissOnNavigation(shownAt: unknown, clean: () => void): void {
  const { pathname } = useLocation();
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    if (typeof shownAt === 'number' && Date.now() - shownAt > MOVE_DELAY_MS) clean();
  }, [pathname, shownAt, clean]);
}

/**
 * Creates the component that shows at most one toast, and never over a button. The library is in a separate file and is loaded
 * with the first toast.
 */
export const createPlacedToasts = ({ Notifications, notifications, useNotifications }: typeof Library) =>
  function PlacedToasts() {
    const [shown] = useNotifications().notifications;
    const place = useFreePosition(typeof shown?.message === 'string' ? shown.message : null);
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

import type * as Library from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { findLeastCoveredPosition, listPressableBoxes, type WindowBox } from '#ui/notices/free-position.ts';

const TOAST_WIDTH_PX = 380;
const TOAST_MARGIN_PX = 16;
/** Height of a toast without its text in px. TOAST_LINE_HEIGHT_PX: height of a text line at the browser's usual font size. */
const TOAST_BASE_HEIGHT_PX = 40;
const TOAST_LINE_HEIGHT_PX = 24;
const DEFAULT_FONT_SIZE_PX = 16;
const TOAST_CHARACTERS_PER_LINE = 34;
/**
 * Time in ms after a toast appears. A page that opens within this time was opened by the action that the toast reports, so the
 * toast stays.
 */
const TOAST_NAVIGATION_GRACE_MS = 1_000;

const readTextScale = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / DEFAULT_FONT_SIZE_PX || 1;

/** Estimates the size of a toast from its text, because its position is chosen before it is drawn. */
function chooseToastPosition(message: string): WindowBox {
  const { innerWidth, innerHeight } = window;
  const scale = readTextScale();
  const size = {
    width: Math.min(TOAST_WIDTH_PX, innerWidth - 2 * TOAST_MARGIN_PX),
    height:
      TOAST_BASE_HEIGHT_PX +
      scale * TOAST_LINE_HEIGHT_PX * Math.ceil((scale * message.length) / TOAST_CHARACTERS_PER_LINE),
  };
  return findLeastCoveredPosition(
    size,
    { width: innerWidth, height: innerHeight },
    listPressableBoxes('.mantine-Notifications-root'),
  );
}

const LAYOUT_CHANGE_EVENTS = ['scroll', 'resize', 'click', 'transitionend'] as const;

const isSameBox = (one: WindowBox, other: WindowBox | null): boolean =>
  one.left === other?.left &&
  one.top === other.top &&
  one.right === other.right &&
  one.bottom === other.bottom;

/**
 * Calls the listener when the page scrolls or is resized, or when controls appear or disappear, for example after a late
 * response. Returns a function that stops the calls.
 */
function observePageLayout(listener: () => void): () => void {
  const changes = new MutationObserver(listener);
  changes.observe(document.body, { childList: true, subtree: true });
  for (const type of LAYOUT_CHANGE_EVENTS) window.addEventListener(type, listener, true);
  return () => {
    changes.disconnect();
    for (const type of LAYOUT_CHANGE_EVENTS) window.removeEventListener(type, listener, true);
  };
}

/** Returns a position at which the toast covers no control, and updates it when the page changes. */
function useFreeToastPosition(message: string | null): WindowBox | null {
  const [place, setPlace] = useState<WindowBox | null>(null);
  useLayoutEffect(() => {
    if (message === null) return;
    let frame = 0;
    // Keeps the old object if the position is unchanged. A new object would render the toast again, which would trigger the
    // next check endlessly.
    const updatePlace = () =>
      setPlace((before) => {
        const next = chooseToastPosition(message);
        return isSameBox(next, before) ? before : next;
      });
    const checkInNextFrame = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(updatePlace);
    };
    updatePlace();
    checkInNextFrame();
    const stop = observePageLayout(checkInNextFrame);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [message]);
  return message === null ? null : place;
}

function useDismissToastOnNavigation(shownAt: unknown, clean: () => void): void {
  const { pathname } = useLocation();
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    if (typeof shownAt === 'number' && Date.now() - shownAt > TOAST_NAVIGATION_GRACE_MS) clean();
  }, [pathname, shownAt, clean]);
}

/**
 * Creates the component that shows at most one toast, and never over a button. The library is in a separate file and is loaded
 * with the first toast.
 */
export const createPlacedToasts = ({ Notifications, notifications, useNotifications }: typeof Library) =>
  function PlacedToasts() {
    const [shown] = useNotifications().notifications;
    const place = useFreeToastPosition(typeof shown?.message === 'string' ? shown.message : null);
    useDismissToastOnNavigation(shown?.['data-shown-at'], notifications.clean);
    return (
      <Notifications
        position="bottom-right"
        limit={1}
        containerWidth={TOAST_WIDTH_PX}
        transitionDuration={0}
        {...(place && {
          style: { left: place.left, right: 'auto', top: 'auto', bottom: window.innerHeight - place.bottom },
        })}
      />
    );
  };

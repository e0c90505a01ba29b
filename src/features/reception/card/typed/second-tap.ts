/** Longest interval between the taps of a double tap, ms. */
const DOUBLE_TAP_MS = 400;
/** Time after the next form appears in which the user cannot have seen it yet, ms. */
const UNSEEN_FORM_MS = 250;
/** Largest distance between two taps that count as the same place, CSS pixels. */
const SAME_PLACE_PX = 40;
/** Longest time between a tap and the submission that the tap causes, ms. */
const MAX_TAP_TO_SUBMIT_MS = 1_000;
/** Longest wait for the next form, ms. */
const NEXT_FORM_TIMEOUT_MS = 5_000;
/** Longest delay with which a busy page receives an event, ms. */
const MAX_EVENT_DELAY_MS = 600;

/** A tap belongs to the enclosing element of this kind, because the icon in a button may be replaced after the tap. */
const TAP_TARGET_SELECTOR = 'button, a, label, [role="option"]';

interface Tap {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

const tapOf = ({ touches: [touch], timeStamp }: TouchEvent): Tap | null =>
  touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null;

interface FirstTap extends Tap {
  readonly target: Element | null;
  isSent: boolean;
  /** Time at which the next form appeared after this tap submitted a form; null before. */
  shownAt: number | null;
}

/** Returns true for a tap in the same place, before the user can have seen that the place now contains another element. */
function isAccidentalTap(first: FirstTap, tap: Tap): boolean {
  if (Math.hypot(first.x - tap.x, first.y - tap.y) > SAME_PLACE_PX) return false;
  if (tap.time - first.time <= DOUBLE_TAP_MS) return first.isSent || first.target?.isConnected === false;
  return first.shownAt !== null && tap.time - first.shownAt <= UNSEEN_FORM_MS;
}

/**
 * Blocks the second of two quick taps on 'Confirmar' or 'Siguiente', which would open a list of the next form or take the focus
 * from its number field. A second mouse click is not blocked.
 */
export function blockSecondTaps(until: AbortSignal): void {
  let first: FirstTap | null = null;
  let over: ReturnType<typeof setTimeout> | undefined;
  const guard = (event: TouchEvent) => {
    const tap = tapOf(event);
    if (!tap || !first || !isAccidentalTap(first, tap)) return;
    // The browser then fires no click and moves no focus.
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    first = null;
    clearTimeout(over);
    window.removeEventListener('touchstart', guard, { capture: true });
  };
  const endAfter = (ms: number) => {
    clearTimeout(over);
    over = setTimeout(end, ms);
  };
  const note = (event: TouchEvent) => {
    const tap = tapOf(event);
    if (!tap || (first && isAccidentalTap(first, tap))) return;
    const pressed = event.target instanceof Element ? event.target : null;
    const target = pressed?.closest(TAP_TARGET_SELECTOR) ?? pressed;
    first = { ...tap, target, isSent: false, shownAt: null };
    // The browser delays scrolling for this listener, so the listener is registered only as long as needed.
    window.addEventListener('touchstart', guard, { capture: true, passive: false });
    endAfter(DOUBLE_TAP_MS + MAX_EVENT_DELAY_MS);
  };
  window.addEventListener('touchstart', note, { capture: true, passive: true, signal: until });
  const listen = (name: 'focusin' | 'submit', hear: (first: FirstTap, time: number) => void) =>
    window.addEventListener(name, ({ timeStamp }) => first && hear(first, timeStamp), { signal: until });
  // The first focus after the submission is the one that the page sets when the next form appears, so its time is the time at
  // which the form appeared.
  listen('focusin', (tap, time) => {
    if (tap.isSent) tap.shownAt ??= time;
  });
  listen('submit', (tap, time) => {
    tap.isSent = time - tap.time <= MAX_TAP_TO_SUBMIT_MS;
    if (tap.isSent) endAfter(NEXT_FORM_TIMEOUT_MS);
  });
  until.addEventListener('abort', end);
}

/** The second tap of a double tap comes within this after the first. Milliseconds, as those below. */
const DOUBLE_TAP_MS = 400;
/** Whoever taps sooner after the next form is shown has not seen it. */
const SEEN_MS = 250;
/** Where a finger comes down twice that means one place. CSS pixels. */
const NEAR_PX = 40;
/** A form that is sent later than this after a tap was not sent by it. */
const SENDS_WITHIN_MS = 1_000;
/** No form takes as long to follow; until then scrolling waits for the listener. */
const PATIENCE_MS = 5_000;

interface Tap {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

const tapOf = ({ touches: [touch], timeStamp }: TouchEvent): Tap | null =>
  touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null;

const isNear = (one: Tap, other: Tap): boolean => Math.hypot(one.x - other.x, one.y - other.y) <= NEAR_PX;

/** Holds back what the finger that sent the form does in the same place before anybody can have seen the next one. */
function holdSecond(first: Tap, signal: AbortSignal): void {
  let shown = first.time;
  const isSecond = (tap: Tap | null): boolean =>
    tap !== null &&
    isNear(tap, first) &&
    (tap.time - first.time <= DOUBLE_TAP_MS || tap.time - shown <= SEEN_MS);
  window.addEventListener('focusin', ({ timeStamp }) => (shown = timeStamp), { signal });
  window.addEventListener(
    'touchstart',
    (event) => {
      if (!isSecond(tapOf(event))) return;
      // No click follows, and no focus.
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, passive: false, signal },
  );
}

/**
 * A finger that taps 'Confirmar' or 'Siguiente' twice taps nothing of the form that follows: its second tap would open a
 * list there, or take the focus from the number. With a mouse a second click is a click.
 */
export function listenForSecondTap(until: AbortSignal): void {
  let last: Tap | null = null;
  let held = new AbortController();
  const note = (event: TouchEvent) => (last = tapOf(event));
  window.addEventListener('touchstart', note, { capture: true, passive: true, signal: until });
  until.addEventListener('abort', () => held.abort());
  window.addEventListener(
    'submit',
    ({ timeStamp }) => {
      held.abort();
      if (!last || timeStamp - last.time > SENDS_WITHIN_MS) return;
      const mine = (held = new AbortController());
      holdSecond(last, mine.signal);
      setTimeout(() => mine.abort(), PATIENCE_MS);
    },
    { signal: until },
  );
}

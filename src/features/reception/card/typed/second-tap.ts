/** Longest interval between the taps of a double tap. Milliseconds, as in the constants below. */
const DOUBLE_TAP_MS = 400;
/** Time after the next form is shown within which the user cannot have seen it, ms. */
const SEEN_MS = 250;
/** Distance within which two taps mean the same place, CSS pixels. */
const NEAR_PX = 40;
/** A form that is sent later than this after a tap was not sent by that tap. */
const SENDS_WITHIN_MS = 1_000;
/** Longest wait for the form that follows, ms. */
const PATIENCE_MS = 5_000;
/** Delay with which a busy page may receive an event. */
const SLOW_MS = 600;

/** A tap is assigned to the enclosing element of this kind, because the icon inside a button may be replaced after the tap. */
const PRESSED = 'button, a, label, [role="option"]';

interface Tap {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

const tapOf = ({ touches: [touch], timeStamp }: TouchEvent): Tap | null =>
  touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null;

const isNear = (one: Tap, other: Tap): boolean => Math.hypot(one.x - other.x, one.y - other.y) <= NEAR_PX;

/** First tap, and the element that it hit. */
class First {
  readonly tap: Tap;
  readonly #target: Element | null;
  /** Time at which the next form was shown after this tap sent a form; null before. */
  #shown: number | null = null;
  #isSent = false;

  constructor(tap: Tap, target: EventTarget | null) {
    this.tap = tap;
    this.#target = target instanceof Element ? (target.closest(PRESSED) ?? target) : null;
  }

  send(time: number): boolean {
    this.#isSent = time - this.tap.time <= SENDS_WITHIN_MS;
    return this.#isSent;
  }

  /** Records the first focus after sending: the page sets it, the user sets later ones. */
  show(time: number): void {
    if (this.#isSent) this.#shown ??= time;
  }

  /** Returns true for a tap in the same place before the user can have seen that this place now shows something different. */
  isSecond(tap: Tap): boolean {
    if (!isNear(tap, this.tap)) return false;
    const isGone = this.#isSent || this.#target?.isConnected === false;
    if (tap.time - this.tap.time <= DOUBLE_TAP_MS) return isGone;
    return this.#shown !== null && tap.time - this.#shown <= SEEN_MS;
  }
}

/**
 * Blocks the second of two quick taps on 'Confirmar' or 'Siguiente'. It would open a list of the next form, or take the focus
 * from the number. A second mouse click is not blocked.
 */
export function listenForSecondTap(until: AbortSignal): void {
  let first: First | null = null;
  let over: ReturnType<typeof setTimeout> | undefined;
  const guard = (event: TouchEvent) => {
    const tap = tapOf(event);
    if (!tap || !first?.isSecond(tap)) return;
    // The browser then fires no click and moves no focus.
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    first = null;
    clearTimeout(over);
    window.removeEventListener('touchstart', guard, { capture: true });
  };
  const keepFor = (ms: number) => {
    clearTimeout(over);
    over = setTimeout(end, ms);
  };
  const note = (event: TouchEvent) => {
    const tap = tapOf(event);
    if (!tap || first?.isSecond(tap)) return;
    first = new First(tap, event.target);
    // Scrolling waits for this listener, so it is registered only as long as needed.
    window.addEventListener('touchstart', guard, { capture: true, passive: false });
    keepFor(DOUBLE_TAP_MS + SLOW_MS);
  };
  window.addEventListener('touchstart', note, { capture: true, passive: true, signal: until });
  window.addEventListener('focusin', ({ timeStamp }) => first?.show(timeStamp), { signal: until });
  window.addEventListener(
    'submit',
    ({ timeStamp }) => {
      if (first?.send(timeStamp)) keepFor(PATIENCE_MS);
    },
    { signal: until },
  );
  until.addEventListener('abort', end);
}

/** The second tap of a double tap comes within this after the first. Milliseconds, as those below. */
const DOUBLE_TAP_MS = 400;
/** Whoever taps sooner after the next form is shown has not seen it. */
const SEEN_MS = 250;
/** Where a finger comes down twice that means one place. CSS pixels. */
const NEAR_PX = 40;
/** A form that is sent later than this after a tap was not sent by it. */
const SENDS_WITHIN_MS = 1_000;
/** No form takes as long to follow. */
const PATIENCE_MS = 5_000;
/** What a busy page may hear late. */
const SLOW_MS = 600;

/** An icon in it may be another one after a press. */
const PRESSED = 'button, a, label, [role="option"]';

interface Tap {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

const tapOf = ({ touches: [touch], timeStamp }: TouchEvent): Tap | null =>
  touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null;

const isNear = (one: Tap, other: Tap): boolean => Math.hypot(one.x - other.x, one.y - other.y) <= NEAR_PX;

/** A tap, and what has become of what it was meant for. */
class First {
  readonly tap: Tap;
  readonly #target: Element | null;
  /** When the form that it sent was followed by another. */
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

  /** The focus that comes by itself; a later one is a person's. */
  show(time: number): void {
    if (this.#isSent) this.#shown ??= time;
  }

  /** In the same place, where something else is now, before anybody can have seen that. */
  isSecond(tap: Tap): boolean {
    if (!isNear(tap, this.tap)) return false;
    const isGone = this.#isSent || this.#target?.isConnected === false;
    if (tap.time - this.tap.time <= DOUBLE_TAP_MS) return isGone;
    return this.#shown !== null && tap.time - this.#shown <= SEEN_MS;
  }
}

/**
 * A finger that taps 'Confirmar' or a way to the next step twice taps nothing of what follows: its second tap would open a
 * list there, or take the focus from the number. With a mouse a second click is a click.
 */
export function listenForSecondTap(until: AbortSignal): void {
  let first: First | null = null;
  let over: ReturnType<typeof setTimeout> | undefined;
  const guard = (event: TouchEvent) => {
    const tap = tapOf(event);
    if (!tap || !first?.isSecond(tap)) return;
    // No click follows, and no focus.
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
    // Scrolling waits for it: only as long as it is needed.
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

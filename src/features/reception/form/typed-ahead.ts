/** A person needs longer from key to key; a reader is listened to elsewhere, and nothing of its text is kept here. */
const QUICKEST_MS = 25;
const LONGEST = 15;
/** A field that has the focus later than this after the form was sent is not what the digits were typed for. */
const PATIENCE_MS = 5_000;

const isDigit = (key: string): boolean => /^\d$/.test(key);
const isField = (element: unknown): boolean =>
  element instanceof HTMLElement && element.matches('input, textarea, select');

/** The digits of one person from the moment in which the form was sent, until the next field has the focus. */
class Ahead {
  #digits = '';
  #last = Number.NEGATIVE_INFINITY;
  /** What was noted and has not been let go. */
  readonly #down = new Set<string>();
  readonly #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  /** @returns whether it may still be a person */
  press(key: string, at: number): boolean {
    if (at - this.#last < QUICKEST_MS) return false;
    this.#last = at;
    if (!isDigit(key)) return true;
    this.#down.add(key);
    this.#digits = (this.#digits + key).slice(0, LONGEST);
    return true;
  }

  /** A key that was never heard was swallowed by whoever listens to readers. */
  letGo(key: string): boolean {
    return !isDigit(key) || this.#down.delete(key);
  }

  putInto(field: HTMLInputElement, at: number): void {
    if (this.#digits === '' || field.value !== '' || at - this.#since > PATIENCE_MS) return;
    field.setRangeText(this.#digits, 0, 0, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Whoever types the next number right after 'Confirmar' finds it whole in its field. */
export function listenForTypedAhead(until: AbortSignal): void {
  let ahead: Ahead | null = null;
  const on = <Name extends keyof WindowEventMap>(name: Name, hear: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, hear, { signal: until });
  on('submit', ({ timeStamp }) => {
    ahead = new Ahead(timeStamp);
  });
  on('keydown', ({ key, timeStamp }) => {
    if (!isField(document.activeElement) && ahead?.press(key, timeStamp) === false) ahead = null;
  });
  on('keyup', ({ key }) => {
    if (ahead?.letGo(key) === false) ahead = null;
  });
  on('focusin', ({ target, timeStamp }) => {
    if (!isField(target)) return;
    const present = ahead;
    ahead = null;
    if (target instanceof HTMLInputElement && target.dataset['path'] === 'identificationNumber')
      present?.putInto(target, timeStamp);
  });
}

import type { BrowserContext, Page } from '@playwright/test';

/** Tap or key press that the page received. */
interface Press {
  readonly kind: 'tap' | 'key';
  /** Name of the target, such as a button's name or a field's label. */
  readonly on: string;
  /** Key name; empty for a tap. */
  readonly key: string;
}
type InputSource = 'person' | 'reader' | 'unseen';
type CountedPress = Press & { readonly by: InputSource };

declare global {
  interface Window {
    heardPresses?: Press[];
  }
}

/**
 * Records taps and keys in the page. Listens in the capture phase, before the app's own listeners. Ignores events that scripts
 * create (`isTrusted` is false).
 */
function recordPresses(): void {
  const heard: Press[] = (window.heardPresses = []);
  const nameOf = (target: EventTarget | null): string => {
    if (!(target instanceof Element)) return 'the page';
    const named = target.closest('button, a, input, select, textarea, [role=option], canvas') ?? target;
    const label = 'labels' in named ? (named as HTMLInputElement).labels?.[0]?.textContent : null;
    const name = named.getAttribute('aria-label') ?? label ?? named.textContent;
    return name.trim().slice(0, 60) || named.tagName.toLowerCase();
  };
  const note = (kind: Press['kind'], key: string, { isTrusted, target }: Event) => {
    if (isTrusted) heard.push({ kind, key, on: nameOf(target) });
  };
  window.addEventListener('pointerdown', (event) => note('tap', '', event), true);
  window.addEventListener('keydown', (event) => note('key', event.key, event), true);
}

export interface PressTally {
  readonly taps: number;
  readonly keys: number;
  readonly readerKeys: number;
  /** Text of each press, so that a reader can verify the counts. */
  readonly told: readonly string[];
}

const isOnSignaturePad = (press: CountedPress | undefined): boolean => /^Firma del? /.test(press?.on ?? '');

/** Returns true for the second and later strokes on the signature pad, because a whole signature counts as one tap. */
const isFurtherStroke = (press: CountedPress, nth: number, all: readonly CountedPress[]): boolean =>
  press.kind === 'tap' && isOnSignaturePad(press) && isOnSignaturePad(all[nth - 1]);

function tallyPresses(pressed: readonly CountedPress[]): PressTally {
  const counted = pressed.filter((press, nth) => !isFurtherStroke(press, nth, pressed));
  const count = (kind: Press['kind'], isReader: boolean) =>
    counted.filter((press) => press.kind === kind && (press.by === 'reader') === isReader).length;
  return {
    taps: count('tap', false),
    keys: count('key', false),
    readerKeys: count('key', true),
    told: formatPresses(counted),
  };
}

/** Returns the presses as text, with consecutive keys on the same target in one line. */
function formatPresses(counted: readonly CountedPress[]): string[] {
  const told: { by: InputSource; on: string; keys: string[] }[] = [];
  for (const { kind, key, on, by } of counted) {
    const last = told.at(-1);
    // The card reader's keys fill several fields, so the focus and its label may change between two keys.
    const isSame = last?.by === by && (last.on === on || by === 'reader');
    if (kind === 'key' && isSame && last.keys.length > 0) last.keys.push(key);
    else told.push({ by, on, keys: kind === 'key' ? [key] : [] });
  }
  return told.map(({ by, on, keys }) => {
    if (by === 'unseen') return `tap  ${on} (the browser's own list: the page hears nothing of it)`;
    if (by === 'reader') return `(${keys.length} keys of a reader, focus on: ${on})`;
    return keys.length === 0 ? `tap  ${on}` : `${keys.length} keys  ${keys.join(' ')}  in: ${on}`;
  });
}

/** Counts a user's taps and keys on a page by the browser's trusted events. */
export class InputCounter {
  readonly #page: Page;
  #pressed: CountedPress[] = [];
  #heard = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  static async listenIn(context: BrowserContext): Promise<void> {
    await context.addInitScript(recordPresses);
  }

  async #hear(by: InputSource): Promise<void> {
    const heard = await this.#page.evaluate((from) => window.heardPresses?.slice(from) ?? [], this.#heard);
    this.#heard += heard.length;
    this.#pressed.push(...heard.map((press) => ({ ...press, by })));
  }

  /** Discards all earlier presses. */
  async begin(): Promise<void> {
    await this.#hear('person');
    this.#pressed = [];
  }

  async end(): Promise<PressTally> {
    await this.#hear('person');
    return tallyPresses(this.#pressed);
  }

  /**
   * Counts the keys that arrive during `typing` as keys of a card reader. The browser marks them as trusted like a user's keys,
   * so only the time distinguishes them.
   */
  async whileReaderTypes(typing: () => Promise<void>): Promise<void> {
    await this.#hear('person');
    await typing();
    await this.#hear('reader');
  }

  /** Adds a tap on a list that the browser draws outside the page, because the page gets no event for this tap. */
  async unseenTap(on: string): Promise<void> {
    await this.#hear('person');
    this.#pressed.push({ kind: 'tap', key: '', on, by: 'unseen' });
  }
}

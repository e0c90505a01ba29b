import type { BrowserContext, Page } from '@playwright/test';

/** One press of a finger or of a key, as the page heard of it. */
interface Press {
  readonly kind: 'tap' | 'key';
  /** What it was on: a button's name, a field's label. */
  readonly on: string;
  /** Empty for a tap. */
  readonly key: string;
}
type By = 'person' | 'reader' | 'unseen';
type Counted = Press & { readonly by: By };

declare global {
  interface Window {
    heardPresses?: Press[];
  }
}

/** In the page, before the app's own listeners: what the browser itself made of fingers and keys, and no script. */
function listen(): void {
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

export interface Tally {
  readonly taps: number;
  readonly keys: number;
  /** What a reader typed: nobody's fingers. */
  readonly readerKeys: number;
  /** Each of them, for whoever wants to check. */
  readonly told: readonly string[];
}

const PAD = 'Firma del paciente';

/** The strokes of a signature are one tap. */
const isStrokeAfterStroke = (press: Counted, nth: number, all: readonly Counted[]): boolean =>
  press.kind === 'tap' && press.on === PAD && all[nth - 1]?.on === PAD;

function tallyOf(pressed: readonly Counted[]): Tally {
  const counted = pressed.filter((press, nth) => !isStrokeAfterStroke(press, nth, pressed));
  const count = (kind: Press['kind'], isReader: boolean) =>
    counted.filter((press) => press.kind === kind && (press.by === 'reader') === isReader).length;
  return {
    taps: count('tap', false),
    keys: count('key', false),
    readerKeys: count('key', true),
    told: lines(counted),
  };
}

/** Keys after one another on one thing are one line. */
function lines(counted: readonly Counted[]): string[] {
  const told: { by: By; on: string; keys: string[] }[] = [];
  for (const { kind, key, on, by } of counted) {
    const last = told.at(-1);
    // Where the reader's card fills the field, its label changes under it.
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

/** Counts what a person's hands do on a page, by the events that the browser trusts. */
export class Hands {
  readonly #page: Page;
  #pressed: Counted[] = [];
  #heard = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  static async listenIn(context: BrowserContext): Promise<void> {
    await context.addInitScript(listen);
  }

  async #hear(by: By): Promise<void> {
    const heard = await this.#page.evaluate((from) => window.heardPresses?.slice(from) ?? [], this.#heard);
    this.#heard += heard.length;
    this.#pressed.push(...heard.map((press) => ({ ...press, by })));
  }

  /** What was pressed before does not count. */
  async begin(): Promise<void> {
    await this.#hear('person');
    this.#pressed = [];
  }

  async end(): Promise<Tally> {
    await this.#hear('person');
    return tallyOf(this.#pressed);
  }

  /** Keys that come while this runs are a reader's: its keys are trusted like a person's, so they are told apart by when. */
  async whileReaderTypes(typing: () => Promise<void>): Promise<void> {
    await this.#hear('person');
    await typing();
    await this.#hear('reader');
  }

  /** A tap on a list that the browser draws outside the page. */
  async unseenTap(on: string): Promise<void> {
    await this.#hear('person');
    this.#pressed.push({ kind: 'tap', key: '', on, by: 'unseen' });
  }
}

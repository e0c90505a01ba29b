import { cardOf, isSilent, press, QUIET, settle, SILENCE_MS, type Burst } from '#domain/card/key-burst.ts';
import type { Heard } from '../heard.ts';
import { fieldBefore, putBack, typeAgain, type FieldBefore } from './field-before.ts';

/** AltGr is Ctrl and Alt on some keyboards, and types signs. */
const hasCtrl = (event: KeyboardEvent): boolean => event.ctrlKey && !event.getModifierState('AltGraph');

/** Not what a program wrote: that is no reader and no person. */
const isTrusted = (event: KeyboardEvent): boolean => event.isTrusted;

/** The keys of a page, as long as they are listened to. */
class Keys {
  #burst: Burst = QUIET;
  #before: FieldBefore | null = null;
  #told = false;
  /** What came so far went into the field: it was taken for a short code. */
  #isGivenBack = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #heard: Heard;

  constructor(heard: Heard) {
    this.#heard = heard;
  }

  /** A key that a person or a reader pressed. */
  press(event: KeyboardEvent): void {
    if (isSilent(this.#burst, event.timeStamp)) this.#forget();
    const stroke = { key: event.key, ctrl: hasCtrl(event), repeated: event.repeat, time: event.timeStamp };
    const { burst, act } = press(this.#burst, stroke);
    if (burst.name === 'quick' && burst.keys === 1) this.#before = fieldBefore();
    this.#burst = burst;
    if (act === 'pass') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (act === 'take_back' || this.#isGivenBack) putBack(this.#before);
    this.#isGivenBack = false;
    this.#tell();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), SILENCE_MS);
  }

  /** At once, while the rest of the card is still coming. */
  #tell(): void {
    const text = this.#told ? null : cardOf(this.#burst);
    if (text === null) return;
    this.#told = true;
    this.#heard.onCard(text);
  }

  /**
   * Nothing came for a while. On a busy page the next key may only be late: the burst is kept until a key's own time
   * says that it is another's.
   */
  readonly end = (): void => {
    clearTimeout(this.#timer);
    const settled = this.#told ? null : settle(this.#burst);
    if (settled?.type === 'give_back') {
      this.#isGivenBack = true;
      typeAgain(this.#before, settled.text);
    }
    if (settled?.type === 'unreadable') this.#heard.onUnreadable();
  };

  #forget(): void {
    this.#burst = QUIET;
    this.#told = false;
    this.#isGivenBack = false;
    this.#before = null;
  }
}

/** Until the answer is called. Keys are heard before any field of the page. */
export function listenForReader(
  heard: Heard,
  trusts: (event: KeyboardEvent) => boolean = isTrusted,
): () => void {
  const keys = new Keys(heard);
  const down = (event: KeyboardEvent) => {
    if (trusts(event)) keys.press(event);
  };
  window.addEventListener('keydown', down, { capture: true });
  return () => {
    window.removeEventListener('keydown', down, { capture: true });
    keys.end();
  };
}

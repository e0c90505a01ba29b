import {
  cardTextOfBurst,
  addInsertionToBurst,
  hasBurstEnded,
  addKeyToBurst,
  NO_KEY_BURST,
  classifyBurst,
  countPiecesToUndo,
  endBurst,
  endPauseOf,
  type KeyAction,
  type KeyBurst,
} from '#domain/card/key-burst.ts';
import { undecidedTimeOf } from '#domain/card/undecided.ts';
import { holdSearches } from '#ui/hooks/search-hold.ts';
import type { CardHandlers } from './card-handlers.ts';
import {
  addSeenSelection,
  takeFocusedFieldSnapshot,
  restoreFieldSnapshot,
  retypeKeys,
  type FieldSnapshot,
} from './field-before.ts';

/** Returns true for Ctrl, but not for AltGr, which some keyboards report as Ctrl and Alt and which types characters. */
const hasCtrl = (event: KeyboardEvent): boolean => event.ctrlKey && !event.getModifierState('AltGraph');

/** Returns true if a user or a reader caused the event, and false for events that a program dispatches. */
const isTrustedEvent = (event: Event): boolean => event.isTrusted;

/** Returns true for a key of an input method. Its text arrives in `beforeinput`. */
const isInputMethodKey = ({ key, isComposing }: KeyboardEvent): boolean =>
  isComposing || key === 'Unidentified' || key === 'Process';

/** Input types that insert text. Other types replace, format or delete text; pasting has a separate event. */
const TEXT_INSERTION_TYPES = ['insertText', 'insertCompositionText', 'insertFromDrop'];

class ReaderInputFilter {
  #burst: KeyBurst = NO_KEY_BURST;
  /**
   * Contents of the field before each earlier piece of the burst, oldest first; the last one is the content before the burst
   * itself.
   */
  #before: readonly (FieldSnapshot | null)[] = [];
  /** Number of earlier pieces whose effect on the field was undone together with the effect of the burst. */
  #undone = 0;
  #focus: Element | null = null;
  #isReported = false;
  /**
   * True if the listener judged that the keys so far are a short text and no card, and therefore inserted them into the field.
   */
  #isGivenBack = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Text of the last key, which the browser is about to insert. The listener must not count this text a second time. */
  #fromKey: string | null = null;
  /** Time of the last key of an input method in ms. The text of this key may arrive late on a busy page. */
  #keyTime: number | null = null;
  #composed = '';
  /**
   * True from a reader's insertion that cannot be prevented, such as a composition, until the `input` event that follows it.
   */
  #isInserted = false;
  readonly #handlers: CardHandlers;

  constructor(handlers: CardHandlers) {
    this.#handlers = handlers;
  }

  press(event: KeyboardEvent): void {
    this.#keyTime = isInputMethodKey(event) ? event.timeStamp : null;
    this.#fromKey = this.#keyTime === null ? event.key : null;
    if (this.#keyTime !== null) return;
    const isNote = document.activeElement instanceof HTMLTextAreaElement;
    const { key, repeat, timeStamp } = event;
    const stroke = { key, ctrl: hasCtrl(event), repeated: repeat, time: timeStamp, isNote };
    this.#judge(event, timeStamp, (burst) => addKeyToBurst(burst, stroke));
  }

  write(event: InputEvent): void {
    const { data, inputType } = event;
    const time = this.#keyTime ?? event.timeStamp;
    const isOfKey = data === this.#fromKey;
    this.#keyTime = this.#fromKey = null;
    if (data === null || isOfKey || !TEXT_INSERTION_TYPES.includes(inputType)) return;
    this.insert(event, inputType === 'insertCompositionText' ? this.#growth(data) : data, time);
  }

  /** Returns the new part of a composition, because each event carries the whole composed text. */
  #growth(composed: string): string {
    const before = this.#composed;
    this.#composed = composed;
    return composed.startsWith(before) ? composed.slice(before.length) : '';
  }

  readonly compose = (): void => void (this.#composed = '');

  insert(event: Event, text: string, time = event.timeStamp): void {
    if (text !== '') this.#judge(event, time, (burst) => addInsertionToBurst(burst, { text, time }));
  }

  /**
   * Undoes the change that a composition made in the field, before the page's listeners receive it. A composition cannot be
   * prevented. Any other change after the end of the burst is the user's: a date chosen in a calendar, a corrected spelling.
   */
  undo(event: Event): void {
    const isOfReader = this.#isInserted || !hasBurstEnded(this.#burst, event.timeStamp);
    this.#isInserted = false;
    if (this.#burst.name !== 'reading' || this.#isGivenBack || !isOfReader) return;
    event.stopImmediatePropagation();
    this.#undoPieces();
  }

  #judge(event: Event, time: number, judge: (burst: KeyBurst) => { burst: KeyBurst; act: KeyAction }): void {
    if (hasBurstEnded(this.#burst, time)) this.#forget();
    // If another field has received the focus since the burst began, this field contains no earlier piece.
    if (this.#burst.name !== 'reading' && this.#focus !== document.activeElement) this.#burst = NO_KEY_BURST;
    const { burst, act } = judge(this.#burst);
    if (burst !== this.#burst && burst.name !== 'quiet' && burst.keys === 1 && act !== 'swallow') {
      this.#focus = document.activeElement;
      this.#before = [...this.#before, takeFocusedFieldSnapshot()].slice(-1 - burst.earlier.length);
    }
    this.#burst = burst;
    holdSearches(undecidedTimeOf(burst));
    if (act !== 'pass') this.#hold(event, act);
  }

  #hold(event: Event, act: KeyAction): void {
    event.preventDefault();
    this.#isInserted = !event.defaultPrevented;
    event.stopImmediatePropagation();
    if (act === 'take_back') {
      this.#isReported = false;
      this.#before = [...this.#before.slice(0, -1), addSeenSelection(this.#before.at(-1))];
    }
    if (act === 'take_back' || this.#isGivenBack || this.#undone !== countPiecesToUndo(this.#burst))
      this.#undoPieces();
    this.#isGivenBack = false;
    this.#tell();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), endPauseOf(this.#burst));
  }

  #undoPieces(): void {
    this.#undone = countPiecesToUndo(this.#burst);
    restoreFieldSnapshot(this.#before.at(-1 - this.#undone));
  }

  /** Reports a card as soon as it is complete, although further keys of its code are still arriving. */
  #tell(): void {
    const text = this.#isReported ? null : cardTextOfBurst(this.#burst);
    if (text === null) return;
    this.#isReported = true;
    this.#handlers.onCard(text);
  }

  /**
   * Ends a reading after a pause. On a busy page, further keys of the same reading may arrive late, so the keys are kept until
   * the time of the next key shows that the pause was real.
   */
  end(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const settled = this.#isReported ? null : classifyBurst(this.#burst);
    if (settled?.type === 'give_back') {
      this.#isGivenBack = true;
      retypeKeys(this.#before.at(-1), settled.text);
    }
    if (settled?.type === 'unreadable') {
      // If the code is no card, the user typed the earlier pieces, so the content that the field had after them is restored.
      if (this.#burst.name === 'reading' && this.#burst.cardFrom === null)
        restoreFieldSnapshot(this.#before.at(-1));
      this.#handlers.onUnreadable();
    }
  }

  #forget(): void {
    this.end();
    this.#burst = endBurst(this.#burst);
    this.#isReported = false;
    this.#isGivenBack = false;
  }
}

/** Listens to keys and texts before the fields of the page receive them. Returns a function that stops the listener. */
export function listenForReader(
  handlers: CardHandlers,
  trusts: (event: Event) => boolean = isTrustedEvent,
): () => void {
  const input = new ReaderInputFilter(handlers);
  const over = new AbortController();
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    hear: (event: WindowEventMap[Name]) => void,
  ) =>
    window.addEventListener(
      name,
      (event) => {
        if (trusts(event)) hear(event);
      },
      { capture: true, signal: over.signal },
    );
  listen('keydown', (event) => input.press(event));
  listen('beforeinput', (event) => input.write(event));
  listen('input', (event) => input.undo(event));
  listen('paste', (event) => input.insert(event, event.clipboardData?.getData('text/plain') ?? ''));
  listen('compositionstart', input.compose);
  return () => {
    over.abort();
    input.end();
  };
}

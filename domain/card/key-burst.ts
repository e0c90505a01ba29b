import {
  extractCardText,
  isCardReaderInput,
  hasCardOrFirstMrzLine,
  appendCardPiece,
  type CardText,
} from './capture.ts';

/**
 * Key press, with its time in ms of any monotonic clock. `repeated` is true for a key that is held down, `isNote` for a key in
 * a field with several lines.
 */
export interface KeyStroke {
  readonly key: string;
  readonly ctrl: boolean;
  readonly repeated: boolean;
  readonly isNote?: boolean;
  readonly time: number;
}

/**
 * Number of keys after which a burst is recognised as a reader's. No user types eight keys in a row at 35 ms each (340 words a
 * minute); readers take 1 to 30 ms.
 */
const KEYS_TO_DETECT_READER = 8;
export const MAX_MEAN_KEY_GAP_MS = 35;
/** Pause in ms that ends a run of quick keys, as long as the run is not recognised as a reader's. */
const MAX_QUICK_KEY_GAP_MS = 60;
/**
 * Maximum keys of a burst. A longer burst is not a card (a frame in hex has 1,062 keys), so its further keys reach the page.
 */
const MAX_BURST_KEYS = 1_600;
const MAX_BURST_DURATION_MS = 45_000;
/** Maximum characters that are returned to a field when a burst is not a card. Every card is longer. */
const FIELD_RETURNED_CHARACTERS_MAX = 48;
/**
 * Maximum characters that are returned to a note. It is larger, because text expanders type whole paragraphs as fast as a
 * reader.
 */
const NOTE_RETURNED_CHARACTERS_MAX = 1_500;
/** Time in ms without a key after which a reader has finished. */
export const BURST_END_PAUSE_MS = 120;

/**
 * Characters of a burst. `kept` contains only text of a card (capture.ts). `short` is the text, with Tab and Enter, that
 * returns to the field if the burst is not a card; null when it is too long or has other control characters.
 */
interface BurstText {
  readonly kept: string;
  readonly short: string | null;
  readonly keys: number;
  readonly began: number;
  readonly last: number;
}
export type KeyBurst =
  | { readonly name: 'quiet' }
  /** Quick keys, which still reach the page because they may be a user's. */
  | ({ readonly name: 'quick' } & BurstText)
  /** Texts without key events in quick succession, which still reach the page. */
  | ({ readonly name: 'written' } & BurstText)
  /** Keys of a recognised reader, which do not reach the page. */
  | ({ readonly name: 'reading' } & BurstText);

/**
 * Effect of a key. `pass`: the key reaches the page. `swallow`: the key comes from a reader and does not reach the page.
 * `take_back`: this key and all earlier keys of the burst come from a reader, so the page undoes their effect on the field.
 */
export type KeyAction = 'pass' | 'take_back' | 'swallow';

export const NO_KEY_BURST: KeyBurst = { name: 'quiet' };

const MODIFIER_KEYS: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'CapsLock',
  'Meta',
]);
const isSingleCharacter = (key: string): boolean => Array.from(key).length === 1;

const CONTROL_CHARACTER_MASK = 0x1f;
const NUL = '\0';
/**
 * Returns the character of a key; null for a key without one. Readers type a control character as Ctrl and a key, a line end as
 * Enter, and press shift keys.
 */
function characterOfKey({ key, ctrl }: KeyStroke): string | null {
  if (key === 'Enter') return '\r';
  if (key === 'Tab') return '\t';
  if (!isSingleCharacter(key)) return null;
  if (!ctrl) return key;
  return /[a-z[\\\]^_]/i.test(key) ? String.fromCharCode(key.charCodeAt(0) & CONTROL_CHARACTER_MASK) : NUL;
}

const isTypeable = (char: string): boolean => char === '\r' || char === '\t' || !/\p{Cc}/u.test(char);

/**
 * Adds a character to a burst. `short` is the text that returns to the field if a user typed it. A character that only a reader
 * types sets `short` to null for the rest of the burst, because fingerprint data may follow.
 */
function addCharacterToBurst(
  before: BurstText | null,
  char: string,
  { time, isNote }: Pick<KeyStroke, 'time' | 'isNote'>,
): BurstText {
  const kept = appendCardPiece(before?.kept ?? '', char);
  const short = before === null ? '' : before.short;
  const most = isNote ? NOTE_RETURNED_CHARACTERS_MAX : FIELD_RETURNED_CHARACTERS_MAX;
  const fits =
    short !== null &&
    short.length < most &&
    isTypeable(char) &&
    (short.length < FIELD_RETURNED_CHARACTERS_MAX || !isCardReaderInput(kept));
  return {
    kept,
    short: fits ? short + char : null,
    keys: (before?.keys ?? 0) + 1,
    began: before?.began ?? time,
    last: time,
  };
}

const isReaderBurst = ({ keys, began, last }: BurstText): boolean =>
  keys >= KEYS_TO_DETECT_READER && (last - began) / (keys - 1) <= MAX_MEAN_KEY_GAP_MS;

const isBurstTooLong = (burst: BurstText, time: number): boolean =>
  burst.keys >= MAX_BURST_KEYS || time - burst.began > MAX_BURST_DURATION_MS;

/**
 * Returns the state after a key and the action for that key. When `hasBurstEnded` is true, the caller must call
 * `classifyBurst` first.
 */
export function addKeyToBurst(
  burst: KeyBurst,
  stroke: KeyStroke,
): { readonly burst: KeyBurst; readonly act: KeyAction } {
  if (burst.name === 'reading') {
    if (isBurstTooLong(burst, stroke.time)) return { burst: NO_KEY_BURST, act: 'pass' };
    const char = characterOfKey(stroke);
    const next = char === null ? { ...burst, last: stroke.time } : addCharacterToBurst(burst, char, stroke);
    return { burst: { name: 'reading', ...next }, act: 'swallow' };
  }
  // Shift keys do not interrupt a run of quick keys.
  if (MODIFIER_KEYS.has(stroke.key)) return { burst, act: 'pass' };
  const char = isSingleCharacter(stroke.key) ? characterOfKey(stroke) : null;
  // A user pressed this key, because no card begins with an arrow, Tab, Enter or a held key.
  if (char === null || stroke.repeated) return { burst: NO_KEY_BURST, act: 'pass' };
  const goesOn = burst.name === 'quick' && stroke.time - burst.last <= MAX_QUICK_KEY_GAP_MS;
  const next = addCharacterToBurst(goesOn ? burst : null, char, stroke);
  return isReaderBurst(next)
    ? { burst: { name: 'reading', ...next }, act: 'take_back' }
    : { burst: { name: 'quick', ...next }, act: 'pass' };
}

/** Text without key events: committed by an input method, or pasted. */
export interface TextInsertion {
  readonly text: string;
  readonly time: number;
}

/** Maximum number of characters that are read of one insertion; the longest card, in hex, has 1,062 characters. */
const MAX_INSERTION_LENGTH = 2_000;

/**
 * Does the same as `addKeyToBurst` for text without key events. A single character counts as a key. A longer text counts as a
 * reader's only if its content is that of a card, because users also paste text and input methods also insert whole words.
 */
export function addInsertionToBurst(
  burst: KeyBurst,
  { text, time }: TextInsertion,
): { readonly burst: KeyBurst; readonly act: KeyAction } {
  const chars = Array.from(text.slice(0, MAX_INSERTION_LENGTH));
  const stroke = { ctrl: false, repeated: false, time };
  const [first = ''] = chars;
  if (chars.length <= 1) return addKeyToBurst(burst, { ...stroke, key: first === '\n' ? 'Enter' : first });
  const isReading = burst.name === 'reading';
  const isNext =
    burst.name === 'written' && time - burst.last <= MAX_QUICK_KEY_GAP_MS && !hasCardOrFirstMrzLine(text);
  const goesOn = isReading || isNext;
  const start: BurstText = goesOn ? burst : { kept: '', short: '', keys: 0, began: time, last: time };
  const all = chars.reduce((before, char) => addCharacterToBurst(before, char, stroke), start);
  const next = { ...all, keys: start.keys + 1 };
  if (isReading) return { burst: { name: 'reading', ...next }, act: 'swallow' };
  return isCardReaderInput(next.kept)
    ? { burst: { name: 'reading', ...next, short: null }, act: 'take_back' }
    : { burst: { name: 'written', ...next }, act: 'pass' };
}

/**
 * Returns true when the pause before `time` is so long that the burst had ended; a key at `time` is then not part of the burst.
 */
export const hasBurstEnded = (burst: KeyBurst, time: number): boolean =>
  burst.name === 'reading' && time - burst.last > BURST_END_PAUSE_MS;

/** Returns the card once its last needed key has arrived, even if the reader is still typing; returns null before that key. */
export const cardTextOfBurst = (burst: KeyBurst): CardText | null =>
  burst.name === 'reading' ? extractCardText(burst.kept) : null;

export type BurstResult =
  | { readonly type: 'nothing' }
  /**
   * Short text that is not a card. The page inserts it as if the user had typed it, including Tab ('\\t') and Enter ('\\r').
   */
  | { readonly type: 'give_back'; readonly text: string }
  | { readonly type: 'card'; readonly text: CardText }
  | { readonly type: 'unreadable' };

export function classifyBurst(burst: KeyBurst): BurstResult {
  if (burst.name !== 'reading') return { type: 'nothing' };
  const text = cardTextOfBurst(burst);
  if (text !== null) return { type: 'card', text };
  return burst.short === null ? { type: 'unreadable' } : { type: 'give_back', text: burst.short };
}

import {
  extractCardText,
  isCardReaderInput,
  hasCardOrFirstMrzLine,
  appendCardPiece,
  findFirstCardPiece,
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
/**
 * Number of quick keys, right after a card, after which the keys count as the rest of the card: a reader may pause and then
 * continue to type the card's fingerprints. At a reader's speed, two keys are enough.
 */
const KEYS_TO_DETECT_CARD_REST = 4;
/** Pause in ms that ends a run of quick keys, as long as the run is not recognised as a reader's. */
const MAX_QUICK_KEY_GAP_MS = 60;
/**
 * Maximum keys of a burst. A longer burst is not a card (a frame in hex has 1,062 keys), so its further keys reach the page.
 */
const MAX_BURST_KEYS = 1_600;
const MAX_BURST_DURATION_MS = 45_000;
/**
 * Maximum length of a burst that is returned to a field when it is not a card. Nothing of a longer burst is returned, because
 * every card is longer than this.
 */
const FIELD_RETURNED_CHARACTERS_MAX = 48;
/**
 * Maximum characters that are returned to a note. It is larger, because text expanders type whole paragraphs as fast as a
 * reader.
 */
const NOTE_RETURNED_CHARACTERS_MAX = 1_500;
/** Time in ms without a key after which a reader has finished. */
export const BURST_END_PAUSE_MS = 120;
/** Time in ms without a key after which the reader counts as finished, if it has typed only a part of a card. */
export const CARD_END_PAUSE_MS = 500;
/**
 * Maximum number of earlier pieces that are stored with a burst. A card is recognised after fewer keys than this number, and
 * each piece has at least one key.
 */
const EARLIER_PIECES_MAX = 128;

/**
 * Keys typed before a pause, which may be the beginning of a card. `kept` is their text, without the characters after the
 * personal data of a card (capture.ts); `last` is the time of the last key.
 */
interface KeyPiece {
  readonly kept: string;
  readonly last: number;
}

/**
 * Characters of a burst. `kept` never contains characters after the personal data of a card (capture.ts). `short` is the text,
 * with Tab and Enter, that returns to the field if the burst is not a card; null when the text is too long or has other control
 * characters. `earlier` are the pieces typed before the burst. `cardFrom` is the index of the piece in which the card begins,
 * where the burst counts as the last piece; null when the index is unknown. `isRest` is true for keys right after a complete
 * card; the text of these keys is not stored. `isAfterPause` is true when the last key followed a pause that would end any
 * burst except a burst with an incomplete card.
 */
interface BurstText extends KeyPiece {
  readonly earlier: readonly KeyPiece[];
  readonly cardFrom: number | null;
  readonly isRest: boolean;
  readonly isAfterPause: boolean;
  readonly short: string | null;
  readonly keys: number;
  readonly began: number;
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

/** Starts a burst. The keys typed right before it may be the beginning of the same card, or a whole card. */
function startBurst(before: KeyBurst, time: number): BurstText {
  const isNext = before.name !== 'quiet' && time - before.last <= CARD_END_PAUSE_MS;
  const isRest =
    isNext && (extractCardText(before.kept) !== null || (before.isRest && isReaderBurst(before)));
  return {
    kept: '',
    short: isRest ? null : '',
    keys: 0,
    began: time,
    last: time,
    earlier:
      isNext && before.cardFrom === null
        ? [...before.earlier, { kept: before.kept, last: before.last }].slice(-EARLIER_PIECES_MAX)
        : [],
    cardFrom: null,
    isRest,
    isAfterPause: false,
  };
}

/**
 * Adds a character to a burst. `short` is the text that returns to the field if a user typed it. A character that only a reader
 * types sets `short` to null for the rest of the burst, because fingerprint data may follow.
 */
function addCharacterToBurst(
  before: BurstText,
  char: string,
  { time, isNote }: Pick<KeyStroke, 'time' | 'isNote'>,
): BurstText {
  const kept = before.isRest ? '' : appendCardPiece(before.kept, char);
  const { short } = before;
  const most = isNote ? NOTE_RETURNED_CHARACTERS_MAX : FIELD_RETURNED_CHARACTERS_MAX;
  const fits = short !== null && short.length < most && isTypeable(char) && !isCardReaderInput(kept);
  return locateCard({
    ...before,
    kept,
    short: fits ? short + char : null,
    keys: before.keys + 1,
    last: time,
    isAfterPause: time - before.last > BURST_END_PAUSE_MS,
  });
}

/**
 * Joins the burst with the earlier pieces of the same card, as soon as the pieces and the burst together are recognised as a
 * card.
 */
function locateCard(burst: BurstText): BurstText {
  if (burst.cardFrom !== null) return burst;
  const pieces = [...burst.earlier, burst].map(({ kept }) => kept);
  const cardFrom = findFirstCardPiece(pieces);
  if (cardFrom === -1) return burst;
  return { ...burst, kept: appendCardPiece('', pieces.slice(cardFrom).join('')), short: null, cardFrom };
}

function isReaderBurst({ keys, began, last, isRest }: BurstText): boolean {
  if (isRest && keys >= KEYS_TO_DETECT_CARD_REST) return true;
  return keys >= (isRest ? 2 : KEYS_TO_DETECT_READER) && (last - began) / (keys - 1) <= MAX_MEAN_KEY_GAP_MS;
}

/**
 * Returns true for a burst with too many keys for a card, or one that lasts too long before a card is recognised in it. After
 * the recognition the duration is not limited, because a slow reader may need long for the rest of the card.
 */
const isBurstTooLong = ({ keys, began, cardFrom }: BurstText, time: number): boolean =>
  keys >= MAX_BURST_KEYS || (cardFrom === null && time - began > MAX_BURST_DURATION_MS);

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
    return { burst: { ...next, name: 'reading' }, act: 'swallow' };
  }
  // Shift keys do not interrupt a run of quick keys.
  if (MODIFIER_KEYS.has(stroke.key)) return { burst, act: 'pass' };
  const goesOn = burst.name === 'quick' && stroke.time - burst.last <= MAX_QUICK_KEY_GAP_MS;
  const before = goesOn ? burst : startBurst(burst, stroke.time);
  const char = isSingleCharacter(stroke.key) || before.isRest ? characterOfKey(stroke) : null;
  // A user pressed this key, because no card begins with an arrow, Tab, Enter or a held key.
  if (char === null || stroke.repeated) return { burst: NO_KEY_BURST, act: 'pass' };
  const next = addCharacterToBurst(before, char, stroke);
  return isReaderBurst(next) || next.cardFrom !== null
    ? { burst: { ...next, name: 'reading' }, act: 'take_back' }
    : { burst: { ...next, name: 'quick' }, act: 'pass' };
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
  const start: BurstText = goesOn ? burst : startBurst(burst, time);
  const all = chars.reduce((before, char) => addCharacterToBurst(before, char, stroke), start);
  const next = { ...all, keys: start.keys + 1 };
  if (isReading) return { burst: { ...next, name: 'reading' }, act: 'swallow' };
  return isCardReaderInput(next.kept) || next.cardFrom !== null
    ? { burst: { ...next, short: null, name: 'reading' }, act: 'take_back' }
    : { burst: { ...next, name: 'written' }, act: 'pass' };
}

/**
 * Returns true when the pause before `time` is so long that the burst had ended; a key at `time` is then not part of the burst.
 */
export const hasBurstEnded = (burst: KeyBurst, time: number): boolean =>
  burst.name === 'reading' && time - burst.last > endPauseOf(burst);

/**
 * Returns the time in ms without a key after which the burst has ended. Within a card, a reader may make a longer pause, but
 * not two longer pauses in succession: after two, the reader has stopped before the end of the card, and a user types.
 */
export function endPauseOf(burst: KeyBurst): number {
  const isWithinCard =
    burst.name !== 'quiet' && burst.cardFrom !== null && extractCardText(burst.kept) === null;
  return isWithinCard && !burst.isAfterPause ? CARD_END_PAUSE_MS : BURST_END_PAUSE_MS;
}

/** Returns the burst after its end. The next keys may be the rest of the same card. */
export const endBurst = (burst: KeyBurst): KeyBurst =>
  burst.name === 'reading' ? { ...burst, name: 'quick' } : burst;

/**
 * Returns how many earlier pieces the page undoes together with the burst. While it is unknown where a card begins, the page
 * also undoes the keys that were typed just before the burst, because the field may send its content.
 */
export function countPiecesToUndo(burst: KeyBurst): number {
  if (burst.name === 'quiet') return 0;
  const { cardFrom, earlier, began } = burst;
  if (cardFrom !== null) return earlier.length - cardFrom;
  return earlier.filter(({ last }) => began - last <= CARD_END_PAUSE_MS).length;
}

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
  if (burst.name !== 'reading' || burst.isRest) return { type: 'nothing' };
  const text = cardTextOfBurst(burst);
  if (text !== null) return { type: 'card', text };
  return burst.short === null ? { type: 'unreadable' } : { type: 'give_back', text: burst.short };
}

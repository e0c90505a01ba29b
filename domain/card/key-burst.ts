import { cutToPerson, isOfReader, isWhole, takeIn, type CardText } from './capture.ts';

/**
 * A key that went down; `repeated` is one that is held, `isNote` one of a field with several lines. Times in ms, of any clock
 * that never goes back.
 */
export interface Stroke {
  readonly key: string;
  readonly ctrl: boolean;
  readonly repeated: boolean;
  readonly isNote?: boolean;
  readonly time: number;
}

/** Nobody types eight keys in a row at 35 ms each (340 words a minute); readers take 1 to 30. */
const KEYS_TO_TELL = 8;
export const MEAN_GAP_MS = 35;
/** A longer pause ends a run of quick keys that is not yet a reader's. */
const GAP_MS = 60;
/** A frame in hex is 1,062 keys; whatever goes on for longer is no card, and its keys are let through again. */
const KEYS_MAX = 1_600;
const DURATION_MAX_MS = 45_000;
/** Of a reader that reads something else, as much as goes back into the field; no card is as short. */
const GIVEN_BACK_MAX = 48;
/** Programs that expand abbreviations type whole paragraphs into notes at the speed of a reader. */
const NOTE_GIVEN_BACK_MAX = 1_500;
/** Silence after which a reader has ended. */
export const SILENCE_MS = 120;

/**
 * `kept` is text of the card alone (capture.ts); `short` what is given back if it is no card, with Tab and Enter, null once
 * it is too long or has other control characters.
 */
interface Gathered {
  readonly kept: string;
  readonly short: string | null;
  readonly keys: number;
  readonly began: number;
  readonly last: number;
}
export type Burst =
  | { readonly name: 'quiet' }
  /** Keys that pass, but come quickly. */
  | ({ readonly name: 'quick' } & Gathered)
  /** Texts that pass, but come one right after the other. */
  | ({ readonly name: 'written' } & Gathered)
  /** A reader: no key passes. */
  | ({ readonly name: 'reading' } & Gathered);

/** `take_back`: this key and those since the run began are a reader's; what they did to a field is undone. */
export type Act = 'pass' | 'take_back' | 'swallow';

export const QUIET: Burst = { name: 'quiet' };

const SHIFTS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock', 'Meta']);
const isSign = (key: string): boolean => Array.from(key).length === 1;

const CONTROL_MAX = 0x1f;
const NUL = '\0';
/** Readers send control characters as Ctrl and a key, line ends as Enter, and shift keys of their own. */
function characterOf({ key, ctrl }: Stroke): string | null {
  if (key === 'Enter') return '\r';
  if (key === 'Tab') return '\t';
  if (!isSign(key)) return null;
  if (!ctrl) return key;
  return /[a-z[\\\]^_]/i.test(key) ? String.fromCharCode(key.charCodeAt(0) & CONTROL_MAX) : NUL;
}

const isTypeable = (char: string): boolean => char === '\r' || char === '\t' || !/\p{Cc}/u.test(char);

/** Of what only a reader types nothing is kept to give back: it may go on with fingerprints. */
function gather(
  before: Gathered | null,
  char: string,
  { time, isNote }: Pick<Stroke, 'time' | 'isNote'>,
): Gathered {
  const kept = takeIn(before?.kept ?? '', char);
  const short = before === null ? '' : before.short;
  const most = isNote ? NOTE_GIVEN_BACK_MAX : GIVEN_BACK_MAX;
  const fits =
    short !== null &&
    short.length < most &&
    isTypeable(char) &&
    (short.length < GIVEN_BACK_MAX || !isOfReader(kept));
  return {
    kept,
    short: fits ? short + char : null,
    keys: (before?.keys ?? 0) + 1,
    began: before?.began ?? time,
    last: time,
  };
}

const isReader = ({ keys, began, last }: Gathered): boolean =>
  keys >= KEYS_TO_TELL && (last - began) / (keys - 1) <= MEAN_GAP_MS;

const isOver = (burst: Gathered, time: number): boolean =>
  burst.keys >= KEYS_MAX || time - burst.began > DURATION_MAX_MS;

/** The state after a key, and what becomes of that key. Where `isSilent`, `settle` comes first. */
export function press(burst: Burst, stroke: Stroke): { readonly burst: Burst; readonly act: Act } {
  if (burst.name === 'reading') {
    if (isOver(burst, stroke.time)) return { burst: QUIET, act: 'pass' };
    const char = characterOf(stroke);
    const next = char === null ? { ...burst, last: stroke.time } : gather(burst, char, stroke);
    return { burst: { name: 'reading', ...next }, act: 'swallow' };
  }
  // A shift key says nothing of the rhythm.
  if (SHIFTS.has(stroke.key)) return { burst, act: 'pass' };
  const char = isSign(stroke.key) ? characterOf(stroke) : null;
  // Arrows, Tab, Enter and held keys are a person's: no card begins with one.
  if (char === null || stroke.repeated) return { burst: QUIET, act: 'pass' };
  const goesOn = burst.name === 'quick' && stroke.time - burst.last <= GAP_MS;
  const next = gather(goesOn ? burst : null, char, stroke);
  return isReader(next)
    ? { burst: { name: 'reading', ...next }, act: 'take_back' }
    : { burst: { name: 'quick', ...next }, act: 'pass' };
}

/** Text that came without keys: one commit of an input method, or what was pasted. */
export interface Insertion {
  readonly text: string;
  readonly time: number;
}

/** So much of a text is looked at; the longest card, in hex, has 1,062. */
const INSERTED_MAX = 2_000;

/**
 * The same for text that came without keys. A single character is a key. Of a longer text only the content says that it is a
 * reader's, since users paste and input methods complete whole words.
 */
export function insert(
  burst: Burst,
  { text, time }: Insertion,
): { readonly burst: Burst; readonly act: Act } {
  const chars = Array.from(text.slice(0, INSERTED_MAX));
  const stroke = { ctrl: false, repeated: false, time };
  const [first = ''] = chars;
  if (chars.length <= 1) return press(burst, { ...stroke, key: first === '\n' ? 'Enter' : first });
  const isReading = burst.name === 'reading';
  const isNext = burst.name === 'written' && time - burst.last <= GAP_MS && !isWhole(text);
  const goesOn = isReading || isNext;
  const start: Gathered = goesOn ? burst : { kept: '', short: '', keys: 0, began: time, last: time };
  const all = chars.reduce((before, char) => gather(before, char, stroke), start);
  const next = { ...all, keys: start.keys + 1 };
  if (isReading) return { burst: { name: 'reading', ...next }, act: 'swallow' };
  return isOfReader(next.kept)
    ? { burst: { name: 'reading', ...next, short: null }, act: 'take_back' }
    : { burst: { name: 'written', ...next }, act: 'pass' };
}

/** The reader has ended, and what comes at `time` is another's key. */
export const isSilent = (burst: Burst, time: number): boolean =>
  burst.name === 'reading' && time - burst.last > SILENCE_MS;

/** Not null from the key on that makes the card complete, while the rest of it is still coming. */
export const cardOf = (burst: Burst): CardText | null =>
  burst.name === 'reading' ? cutToPerson(burst.kept) : null;

export type Settled =
  | { readonly type: 'nothing' }
  /** Short text that is no card: the page gets it after all, as if it had been typed, Tab ('\\t') and Enter ('\\r') too. */
  | { readonly type: 'give_back'; readonly text: string }
  | { readonly type: 'card'; readonly text: CardText }
  | { readonly type: 'unreadable' };

/** What a burst was, once `SILENCE_MS` have gone by without a key. */
export function settle(burst: Burst): Settled {
  if (burst.name !== 'reading') return { type: 'nothing' };
  const text = cardOf(burst);
  if (text !== null) return { type: 'card', text };
  return burst.short === null ? { type: 'unreadable' } : { type: 'give_back', text: burst.short };
}

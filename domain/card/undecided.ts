import { CARD_END_PAUSE_MS, MAX_MEAN_KEY_GAP_MS, type KeyBurst } from './key-burst.ts';

/** Beginning of a card frame or of machine-readable lines, at any speed: few users begin a search with it. */
const UNUSUAL_START_PATTERN = /^(?:\]|[0I](?:3|$)|I[CD<]|P<)/;
/** First character of a card in any format. Users also begin with it, so the speed must be a reader's. */
const ANY_START_PATTERN = /^[\dACIP]/;

/** Time in ms by which a busy page may receive a key late. */
const LATE_KEY_MS = 50;

const isAtReaderSpeed = ({ keys, began, last }: Exclude<KeyBurst, { name: 'quiet' }>): boolean =>
  (last - began) / (keys - 1) <= MAX_MEAN_KEY_GAP_MS;

/**
 * Returns the time in ms after the last key in which the next key may show that the typed text is a card, so that the page takes
 * the text back; 0 for text that begins no card.
 */
export function undecidedTimeOf(burst: KeyBurst): number {
  if (burst.name === 'quiet' || burst.cardFrom !== null) return 0;
  const pieces = [...burst.earlier, burst].map(({ kept }) => kept);
  const isFirstKey = burst.keys === 1 && pieces.length === 1;
  const pattern =
    isFirstKey || (burst.keys > 1 && isAtReaderSpeed(burst)) ? ANY_START_PATTERN : UNUSUAL_START_PATTERN;
  // A card may begin after typed text; single keys within slow typing are no beginning.
  return pieces.some((piece, at) => (at === 0 || piece.length > 1) && pattern.test(pieces.slice(at).join('')))
    ? CARD_END_PAUSE_MS + LATE_KEY_MS
    : 0;
}

// @module-tag landing
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as fc from 'fast-check';
import {
  ANA_CARDHOLDER,
  cardCodeText,
  createTd1Lines,
  inHex,
  removePadding,
} from '#tests/support/cards/invented-card.ts';
import { createReaderKeystrokes } from '#tests/support/cards/reader-keys.ts';
import { pressKey, setNativeValue, trustedEvents } from '#tests/support/cards/simulated-keyboard.ts';
import { remainingSearchHold } from '#ui/hooks/search-hold.ts';
import { listenForReader } from './listen-for-reader.ts';

const onCard = vi.fn();
const onUnreadable = vi.fn();
let stopListening: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  stopListening = listenForReader({ onCard, onUnreadable }, (event) => trustedEvents.has(event));
});
afterEach(() => {
  stopListening();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Values that a search field with the shortest delay would have sent. */
let sent: string[] = [];
const SEND_DELAY_MS = 200;
function focusField(type: string, value = ''): HTMLInputElement {
  const field = document.createElement('input');
  field.type = type;
  setNativeValue(field, value);
  document.body.replaceChildren(field);
  field.focus();
  if (field.selectionStart !== null) field.setSelectionRange(value.length, value.length);
  sent = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => sent.push(field.value), Math.max(SEND_DELAY_MS, remainingSearchHold()));
  });
  return field;
}

let nowMs = 0;
/** Types the keys while the time of the page passes; `gap` is the pause in ms before each key. */
function typeKeys(text: string, gap: (index: number) => number): void {
  createReaderKeystrokes(text, () => 0).forEach((stroke, index) => {
    vi.advanceTimersByTime(gap(index));
    pressKey(stroke, (nowMs += gap(index)));
  });
}
const wait = (ms = 2_000) => {
  vi.advanceTimersByTime(ms);
  nowMs += ms;
};
const countMessages = () => [onCard, onUnreadable].map((heard) => heard.mock.calls.length);

const FRAME = cardCodeText(ANA_CARDHOLDER);
const READER_TEXTS = {
  'NULs kept': FRAME,
  'NULs stripped': removePadding(FRAME),
  'in hex': inHex(FRAME),
  'from the number': removePadding(FRAME.slice(48)),
  'machine-readable lines': `${createTd1Lines(ANA_CARDHOLDER).join('\r')}\r`,
};

it.each(
  ['email', 'date'].flatMap((type) =>
    Object.entries(READER_TEXTS).map(([name, text]) => [type, name, text] as const),
  ),
)(
  'P10.31 the card-reader listener leaves nothing of a card in a field of the type %s (%s)',
  (type, _name, text) => {
    for (const value of ['', type === 'date' ? '1990-05-12' : 'ana@alisos.demo']) {
      onCard.mockClear();
      const field = focusField(type, value);
      typeKeys(text, () => 4);
      wait();
      expect(field.value).toBe(value);
      expect(countMessages()).toEqual([1, 0]);
    }
  },
);

it('P10.31 the card-reader listener inserts a fast typed e-mail address that is no card, in place of a selected one', () => {
  const field = focusField('email', 'ana@alisos.demo');
  const press = (char: string, at: number) => pressKey({ key: char, ctrl: false }, nowMs + at * 4);
  press('r', 0);
  setNativeValue(field, 'r'); // The first key replaces the selected address.
  Array.from('ocio@alisos.demo').forEach((char, at) => press(char, at + 1));
  wait();
  expect(field.value).toBe('rocio@alisos.demo');
  typeKeys('.org.co.', () => 4);
  wait();
  expect(field.value).toBe('rocio@alisos.demo.org.co.');
  expect(countMessages()).toEqual([0, 0]);
});

it.each(Object.entries(READER_TEXTS))(
  'P10.31 when the reader pauses once, no part of a card stays in the field, and a search in this field never sends one (%s)',
  (_name, text) => {
    fc.assert(
      fc.property(
        fc.nat({ max: text.length - 5 }),
        fc.integer({ min: 5, max: 45 }),
        fc.integer({ min: 61, max: 190 }),
        (at, gap, pause) => {
          const field = focusField('text', 'Luz ');
          typeKeys(text, (index) => (index === at && index > 0 ? pause : gap));
          wait();
          expect(field.value).toBe('Luz ');
          expect(sent.filter((value) => value !== 'Luz ')).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
  },
);

it.each(Object.entries(READER_TEXTS))(
  'P10.31 the card-reader listener holds searches back while it may still take characters back, so that nothing is sent when the reader pauses for long (%s)',
  (_name, text) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 191, max: 495 }),
        (at, gap, pause) => {
          const field = focusField('search', 'Luz ');
          typeKeys(text, (index) => (index === at ? pause : gap));
          wait();
          expect(field.value).toBe('Luz ');
          expect(sent.filter((value) => value !== 'Luz ')).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  },
);

it.each(['zoraida', '9999000017', '1020304050', 'MEDICINA', 'Ana Gil', 'ANDREA', '0398765'])(
  'P10.31 the card-reader listener holds no search of a fast typist back: %s',
  (text) => {
    focusField('search');
    typeKeys(text.slice(0, -1), () => 70);
    typeKeys(text.slice(-1), () => 70);
    expect(remainingSearchHold() > SEND_DELAY_MS).toBe(text.startsWith('03'));
    wait();
    expect(sent).toEqual([text]);
  },
);

it.each([
  ['150 ms before key 40', 10, [[40, 150]]],
  ['80 ms before key 5', 10, [[5, 80]]],
  [
    '80 ms before keys 4, 8 and 12',
    10,
    [
      [4, 80],
      [8, 80],
      [12, 80],
    ],
  ],
  ['450 ms before key 12', 10, [[12, 450]]],
  ['150 ms before the last three keys', 10, [[removePadding(FRAME).length - 3, 150]]],
  ['none, at 45 ms per key', 45, []],
  ['none, at 60 ms per key', 60, []],
  ['none, at 110 ms per key', 110, []],
] as const)(
  'P10.31 the card-reader listener reads a card and leaves the field unchanged when the reader pauses: %s',
  (_name, gap, pauses) => {
    const field = focusField('search');
    typeKeys(removePadding(FRAME), (index) => new Map<number, number>(pauses).get(index) ?? gap);
    wait();
    expect(field.value).toBe('');
    expect(countMessages()).toEqual([1, 0]);
  },
);

it('P10.31 the card-reader listener keeps what a user types right before and after a card', () => {
  const field = focusField('text', '');
  typeKeys('Luz ', () => 140);
  typeKeys(removePadding(FRAME), (index) => (index === 0 ? 300 : 10));
  typeKeys('Paz', () => 140);
  wait();
  expect(field.value).toBe('Luz Paz');
  expect(countMessages()).toEqual([1, 0]);
});

it('P10.31 the card-reader listener keeps what a user types right before a short or long code that is no card', () => {
  const field = focusField('text', '');
  typeKeys('Luz ', () => 140);
  typeKeys('9999000017', (index) => (index === 0 ? 300 : 10));
  wait();
  expect(field.value).toBe('Luz 9999000017');
  typeKeys('Gil', () => 140);
  typeKeys('x'.repeat(300), (index) => (index === 0 ? 300 : 10));
  wait();
  expect(field.value).toBe('Luz 9999000017Gil');
  expect(countMessages()).toEqual([0, 1]);
});

it('P10.31 after a reader stops in the middle of a card, the card-reader listener swallows only the first key that the user types', () => {
  const field = focusField('text', '');
  typeKeys(removePadding(FRAME).slice(0, 30), () => 10);
  typeKeys('Paz Gil', () => 140);
  wait();
  expect(field.value).toBe('az Gil');
  expect(countMessages()).toEqual([0, 1]);
});

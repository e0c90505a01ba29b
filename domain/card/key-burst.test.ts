import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCardholder } from '#tests/support/cards/any-cardholder.ts';
import {
  ANA_CARDHOLDER,
  cardCodeText,
  inHex,
  collapsePadding,
  removePadding,
  createTd1Lines,
  createTd3Lines,
} from '#tests/support/cards/invented-card.ts';
import { createReaderKeystrokes } from '#tests/support/cards/reader-keys.ts';
import { extractCardText } from './capture.ts';
import {
  cardTextOfBurst,
  addInsertionToBurst,
  hasBurstEnded,
  addKeyToBurst,
  NO_KEY_BURST,
  classifyBurst,
  BURST_END_PAUSE_MS,
  type KeyAction,
  type KeyBurst,
  type KeyStroke,
} from './key-burst.ts';

function runKeyStrokes(strokes: readonly KeyStroke[]) {
  const acts: KeyAction[] = [];
  const states: KeyBurst[] = [];
  let burst = NO_KEY_BURST;
  for (const stroke of strokes) {
    const next = addKeyToBurst(burst, stroke);
    burst = next.burst;
    acts.push(next.act);
    states.push(burst);
  }
  return { burst, acts, states };
}
const strokesWithGaps = (keys: readonly string[], gap: (index: number) => number): KeyStroke[] => {
  let time = 1_000;
  return keys.map((key, index) => ({ key, ctrl: false, repeated: false, time: (time += gap(index)) }));
};
const INGRES_KEYS = Array.from('Ingres');
const FRAME_TEXT_TRANSFORMS = {
  'NULs kept': (text: string) => text,
  'NULs shortened': collapsePadding,
  'NULs stripped': removePadding,
  'in hex': inHex,
};

describe.each(Object.entries(FRAME_TEXT_TRANSFORMS))(
  'P10.30 card reader that types a cédula as key presses: %s',
  (_name, form) => {
    it('the reader detection recognises a reader at 1 to 30 ms per key, keeps all but its first keys from the page, and reads the card', () => {
      fc.assert(
        fc.property(arbitraryCardholder, fc.integer({ min: 1, max: 30 }), (holder, gap) => {
          const raw = form(cardCodeText(holder));
          const { burst, acts } = runKeyStrokes(createReaderKeystrokes(`${raw}\r`, () => gap));
          const passed = acts.filter((act) => act === 'pass').length;
          expect(acts.indexOf('take_back')).toBeLessThan(12);
          expect(acts.slice(acts.indexOf('take_back') + 1).every((act) => act === 'swallow')).toBe(true);
          expect(passed).toBeLessThan(12);
          expect(classifyBurst(burst)).toEqual({ type: 'card', text: extractCardText(raw) });
        }),
        { numRuns: 5 },
      );
    });

    it('D6 the reader detection never stores fingerprint data', () => {
      fc.assert(
        fc.property(arbitraryCardholder, fc.nat(), (holder, seed) => {
          const statesAfterCard = (one: number) =>
            runKeyStrokes(createReaderKeystrokes(form(cardCodeText(holder, one)), () => 2))
              .states.filter((_state, nth, all) => nth % 50 === 0 || nth === all.length - 1)
              .map((state) => JSON.stringify(state).replace(/"(?:keys|last)":\d+/g, ''));
          // The test compares sets of states, because fingerprints differ in the number of keys that remain when a reader omits
          // their NULs.
          expect(new Set(statesAfterCard(seed))).toEqual(new Set(statesAfterCard(seed + 1)));
        }),
        { numRuns: 5 },
      );
    });
  },
);

it('P10.30 the reader detection recognises a card before the reader has typed its last key', () => {
  const strokes = createReaderKeystrokes(cardCodeText(ANA_CARDHOLDER), () => 4);
  const { states } = runKeyStrokes(strokes);
  const first = states.findIndex((state) => cardTextOfBurst(state) !== null);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(strokes.length / 2);
});

it('P10.30 the reader detection reads newer cards and passports from a reader that recognises printed characters (OCR)', () => {
  for (const lines of [createTd1Lines(ANA_CARDHOLDER), createTd3Lines(ANA_CARDHOLDER)]) {
    const { burst } = runKeyStrokes(createReaderKeystrokes(`${lines.join('\r')}\r`, () => 10));
    expect(classifyBurst(burst)).toEqual({ type: 'card', text: lines.join('\r') });
  }
});

describe('P10.31 user who types on the keyboard', () => {
  it('the reader detection swallows no key of a user who types fast with overlapping fingers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5, max: 140 }), { minLength: 1, maxLength: 400 }), (gaps) => {
        // An average of 60 ms per key is 200 words per minute. Two of three keys follow the previous key after at least 62 ms;
        // the others may follow after 5 ms.
        const slow = gaps.map((gap, index) => (index % 3 === 0 ? gap : Math.max(gap, 62)));
        const { acts } = runKeyStrokes(
          strokesWithGaps(
            Array.from(slow, (_, index) => 'asdfghjklñ'.charAt(index % 10)),
            (i) => slow[i]!,
          ),
        );
        expect(acts.every((act) => act === 'pass')).toBe(true);
      }),
    );
  });

  it('the reader detection swallows no key that a user holds down, however fast the key repeats', () => {
    const held = strokesWithGaps(Array<string>(300).fill('0'), () => 8).map((stroke, index) => ({
      ...stroke,
      repeated: index > 0,
    }));
    expect(runKeyStrokes(held).acts.every((act) => act === 'pass')).toBe(true);
  });

  it('the reader detection passes seven fast keys to the page; with the eighth, it attributes all of them to a reader and undoes them', () => {
    const keys = Array.from('99990000');
    expect(runKeyStrokes(strokesWithGaps(keys.slice(0, 7), () => 1)).acts).toEqual(
      Array<KeyAction>(7).fill('pass'),
    );
    expect(runKeyStrokes(strokesWithGaps(keys, () => 1)).acts.at(-1)).toBe('take_back');
  });

  it('the reader detection attributes eight keys to the user at 36 ms per key, but to a reader at 35 ms', () => {
    const keys = Array.from('99990000');
    expect(runKeyStrokes(strokesWithGaps(keys, () => 36)).acts.at(-1)).toBe('pass');
    expect(runKeyStrokes(strokesWithGaps(keys, () => 35)).acts.at(-1)).toBe('take_back');
  });

  it('an arrow, Tab, Enter or Backspace key restarts the count of fast keys; a shift key does not', () => {
    for (const key of ['ArrowDown', 'Tab', 'Enter', 'Backspace'])
      expect(
        runKeyStrokes(strokesWithGaps([...INGRES_KEYS, key, 'a', 'b', 'c', 'd', 'e', 'f', 'g'], () => 2))
          .acts,
      ).not.toContain('take_back');
    expect(runKeyStrokes(strokesWithGaps([...INGRES_KEYS, 'Shift', 'a', 'b'], () => 2)).acts.at(-1)).toBe(
      'take_back',
    );
  });

  it('a pause restarts the count of fast keys', () => {
    const keys = Array.from('9999000017');
    expect(runKeyStrokes(strokesWithGaps(keys, (index) => (index === 5 ? 61 : 2))).acts).not.toContain(
      'take_back',
    );
    expect(runKeyStrokes(strokesWithGaps(keys, (index) => (index === 2 ? 61 : 2))).acts).toContain(
      'take_back',
    );
  });
});

describe('P10.31 card reader that types text other than a card', () => {
  it("the reader detection returns a reader's short text to the field, with the key that ends the text", () => {
    const { burst } = runKeyStrokes(createReaderKeystrokes('9999000017\r', () => 3));
    expect(classifyBurst(burst)).toEqual({ type: 'give_back', text: '9999000017\r' });
  });

  it("the reader detection drops a reader's text that is as long as a card or has control characters", () => {
    expect(classifyBurst(runKeyStrokes(createReaderKeystrokes('x'.repeat(49), () => 3)).burst)).toEqual({
      type: 'unreadable',
    });
    expect(classifyBurst(runKeyStrokes(createReaderKeystrokes(`0312345678\u0001`, () => 3)).burst)).toEqual({
      type: 'unreadable',
    });
    expect(classifyBurst(runKeyStrokes(createReaderKeystrokes('x'.repeat(48), () => 3)).burst)).toMatchObject(
      {
        type: 'give_back',
      },
    );
  });

  it('the reader detection lets keys reach the page again when a burst has more keys than any card', () => {
    const endless = runKeyStrokes(strokesWithGaps(Array<string>(3_000).fill('7'), () => 1));
    expect(endless.acts.filter((act) => act !== 'swallow').length).toBeGreaterThan(8);
    const slow = runKeyStrokes(strokesWithGaps(Array<string>(1_500).fill('7'), () => 34));
    expect(slow.acts.slice(10).includes('pass')).toBe(true);
  });
});

it("P10.31 a reader's burst ends with a pause, and a burst of fast keys from a user gives no result", () => {
  const { burst } = runKeyStrokes(createReaderKeystrokes('9999000017', () => 3));
  const last = burst.name === 'reading' ? burst.last : 0;
  expect([
    hasBurstEnded(burst, last + BURST_END_PAUSE_MS),
    hasBurstEnded(burst, last + BURST_END_PAUSE_MS + 1),
  ]).toEqual([false, true]);
  expect(classifyBurst(runKeyStrokes(strokesWithGaps(['a', 'b'], () => 5)).burst)).toEqual({
    type: 'nothing',
  });
  expect(hasBurstEnded(NO_KEY_BURST, 9_999_999)).toBe(false);
});

it("P10.31 the reader detection swallows a reader's shift keys and does not add them to the text of the card", () => {
  const shifted = createReaderKeystrokes(cardCodeText(ANA_CARDHOLDER), () => 3).flatMap((stroke) => [
    { ...stroke, key: 'Shift' },
    stroke,
  ]);
  expect(classifyBurst(runKeyStrokes(shifted).burst)).toEqual({
    type: 'card',
    text: extractCardText(cardCodeText(ANA_CARDHOLDER)),
  });
});

describe('P10.31 text that arrives without key events', () => {
  const all = (pieces: readonly string[], gap = 5) =>
    pieces.reduce(
      ({ burst, acts }, text, nth) => {
        const next = addInsertionToBurst(burst, { text, time: 1_000 + nth * gap });
        return { burst: next.burst, acts: [...acts, next.act] };
      },
      { burst: NO_KEY_BURST, acts: [] as KeyAction[] },
    );

  it.each(Object.values(FRAME_TEXT_TRANSFORMS))(
    'the reader detection attributes text without key events to a reader when the text is a card',
    (form) => {
      fc.assert(
        fc.property(arbitraryCardholder, fc.integer({ min: 2, max: 600 }), (holder, length) => {
          const raw = form(cardCodeText(holder));
          const { burst } = all(raw.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []);
          expect(classifyBurst(burst)).toEqual({ type: 'card', text: extractCardText(raw) });
          expect(JSON.stringify(burst)).not.toContain(raw.slice(-40));
        }),
        { numRuns: 20 },
      );
    },
  );

  it('the reader detection recognises a card whose first line arrives as text without key events, followed by Enter and the next line', () => {
    const lines = createTd3Lines(ANA_CARDHOLDER);
    const first = addInsertionToBurst(NO_KEY_BURST, { text: lines[0] ?? '', time: 1_000 });
    expect(first.act).toBe('take_back');
    const enter = addKeyToBurst(first.burst, { key: 'Enter', ctrl: false, repeated: false, time: 1_005 });
    expect(
      classifyBurst(addInsertionToBurst(enter.burst, { text: lines[1] ?? '', time: 1_010 }).burst).type,
    ).toBe('card');
  });

  it('the reader detection attributes ordinary text without key events to the user, whatever its length', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 80 }), { maxLength: 12 }), (texts) => {
        const longer = texts.filter((text) => text.length > 1);
        expect(all(longer).acts.every((act) => act === 'pass')).toBe(true);
      }),
    );
    const pasted = 'CONTRATISTA\u000bINDEPENDIENTE\f â\u0080\u0093 '.repeat(200);
    expect(addInsertionToBurst(NO_KEY_BURST, { text: pasted, time: 1 }).act).toBe('pass');
  });
});

it('P10.31 the reader detection returns a paragraph that a text expander typed into a note, and drops a text that is too long', () => {
  const paragraph = 'Paciente en buenas condiciones generales. '.repeat(12);
  const note = (text: string) =>
    runKeyStrokes(createReaderKeystrokes(text, () => 2).map((stroke) => ({ ...stroke, isNote: true }))).burst;
  expect(classifyBurst(note(paragraph))).toEqual({ type: 'give_back', text: paragraph });
  expect(classifyBurst(note(inHex(cardCodeText(ANA_CARDHOLDER))))).toMatchObject({ type: 'card' });
  expect(classifyBurst(note(removePadding(cardCodeText(ANA_CARDHOLDER)).replace(/9999/g, 'x')))).toEqual({
    type: 'unreadable',
  });
});

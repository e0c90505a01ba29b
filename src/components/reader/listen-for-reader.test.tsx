import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { extractCardText } from '#domain/card/capture.ts';
import { ANA_CARDHOLDER, cardCodeText, inHex, removePadding } from '#tests/support/cards/invented-card.ts';
import { createReaderKeystrokes } from '#tests/support/cards/reader-keys.ts';
import { pressKey, setNativeValue, trustedEvents } from '#tests/support/cards/simulated-keyboard.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { listenForReader } from './listen-for-reader.ts';

const onCard = vi.fn();
const onUnreadable = vi.fn();
const onNameFieldKey = vi.fn();
const onFormSubmit = vi.fn();
let stopListening: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  stopListening = listenForReader({ onCard, onUnreadable }, (event) => trustedEvents.has(event));
});
afterEach(() => {
  stopListening();
  vi.useRealTimers();
});

function NameForm() {
  const [value, setValue] = useState('Ana');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFormSubmit();
      }}
    >
      <input
        aria-label="Nombre"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => onNameFieldKey(event.key)}
      />
      <input aria-label="Apellido" />
      <p>{`=${value}=`}</p>
    </form>
  );
}

/** Time of the simulated keys in ms. */
let nowMs = 0;
function typeKeys(text: string, gap: number): void {
  nowMs += 10_000;
  for (const stroke of createReaderKeystrokes(text, () => gap)) pressKey(stroke, nowMs + stroke.time);
}
const waitForScanEnd = () => vi.advanceTimersByTime(200);
function renderAndFocusField(): HTMLInputElement {
  renderScreen(<NameForm />);
  const field = screen.getByLabelText<HTMLInputElement>('Nombre');
  field.focus();
  field.setSelectionRange(1, 2);
  return field;
}

it.each([
  ['NULs kept', cardCodeText(ANA_CARDHOLDER)],
  ['NULs stripped', removePadding(cardCodeText(ANA_CARDHOLDER))],
  ['in hex', inHex(cardCodeText(ANA_CARDHOLDER))],
])(
  'P10.30 the card-reader listener reads a card that is typed into a field, without changing the field or submitting the form (%s)',
  (_name, raw) => {
    const field = renderAndFocusField();
    typeKeys(`${raw}\r`, 4);
    waitForScanEnd();
    expect(onCard).toHaveBeenCalledExactlyOnceWith(extractCardText(raw));
    expect(field.value).toBe('Ana');
    expect(screen.getByText('=Ana=')).toBeTruthy();
    expect([onFormSubmit, onUnreadable].map((heard) => heard.mock.calls.length)).toEqual([0, 0]);
    expect(
      onNameFieldKey.mock.calls.length,
      'the page hears no more keys than it takes to tell',
    ).toBeLessThan(8);
  },
);

it('P10.30 the card-reader listener reports a card once, before the rest of its code (the fingerprints) has arrived', () => {
  renderAndFocusField();
  const raw = cardCodeText(ANA_CARDHOLDER);
  typeKeys(raw.slice(0, 200), 4);
  expect(onCard).toHaveBeenCalledOnce();
  waitForScanEnd();
  expect(onCard).toHaveBeenCalledOnce();
});

it('P10.30 the card-reader listener reads a card when no element has the focus', () => {
  renderScreen(<NameForm />);
  typeKeys(cardCodeText(ANA_CARDHOLDER), 4);
  waitForScanEnd();
  expect(onCard).toHaveBeenCalledOnce();
});

it('P10.31 the card-reader listener leaves the text that a user types in the field', () => {
  const field = renderAndFocusField();
  typeKeys('bcdefghijklmnñ', 70);
  waitForScanEnd();
  expect(field.value).toBe('Abcdefghijklmnña');
  expect(onCard).not.toHaveBeenCalled();
});

it("P10.31 the card-reader listener inserts a reader's short text at the caret when the text is no card", () => {
  const field = renderAndFocusField();
  typeKeys('9999000017\r', 3);
  expect(field.value).toBe('Ana');
  waitForScanEnd();
  expect(field.value).toBe('A9999000017a');
  expect(screen.getByText('=A9999000017a=')).toBeTruthy();
  expect([onCard, onUnreadable, onFormSubmit].map((heard) => heard.mock.calls.length)).toEqual([0, 0, 0]);
});

it('P10.168 when fast typing is no card, the card-reader listener passes the withheld Tab and Enter on without submitting a form', () => {
  const field = renderAndFocusField();
  typeKeys('Marina Luz\tGil Paz\r', 8);
  waitForScanEnd();
  expect(field.value).toBe('AMarina Luza');
  const next = screen.getByLabelText<HTMLInputElement>('Apellido');
  expect(next.value).toBe('Gil Paz');
  expect(document.activeElement).toBe(next);
  expect(onNameFieldKey).toHaveBeenLastCalledWith('Tab');
  typeKeys('9999000017\r', 8);
  waitForScanEnd();
  expect([onCard, onUnreadable, onFormSubmit].map((heard) => heard.mock.calls.length)).toEqual([0, 0, 0]);
});

it('P10.168 the card-reader listener passes the Enter after a fast typed number to the field without submitting the form', () => {
  renderAndFocusField();
  typeKeys('9999000017\r', 8);
  waitForScanEnd();
  expect(onNameFieldKey).toHaveBeenLastCalledWith('Enter');
  expect(onFormSubmit).not.toHaveBeenCalled();
});

it('P10.31 the card-reader listener reports a long code that is no card as unreadable, and does not insert it into the field', () => {
  const field = renderAndFocusField();
  typeKeys('x'.repeat(300), 3);
  waitForScanEnd();
  expect(field.value).toBe('Ana');
  expect(onUnreadable).toHaveBeenCalledOnce();
});

it('P10.30 the card-reader listener counts late keys as part of the same card when a busy page delivers them after the pause', () => {
  const field = renderAndFocusField();
  const raw = cardCodeText(ANA_CARDHOLDER);
  typeKeys(raw, 4);
  waitForScanEnd();
  nowMs -= 10_000 - 4 * raw.length; // The timestamps of the keys show that there was no pause between them.
  typeKeys(raw.slice(200), 4);
  waitForScanEnd();
  expect([onCard, onUnreadable].map((heard) => heard.mock.calls.length)).toEqual([1, 0]);
  expect(field.value).toBe('Ana');
});

it('P10.30 the card-reader listener removes the keys of a card from the field when a busy page first inserted them as a short code', () => {
  const field = renderAndFocusField();
  const raw = inHex(cardCodeText(ANA_CARDHOLDER));
  typeKeys(raw.slice(0, 20), 4);
  waitForScanEnd();
  expect(field.value).toBe(`A${raw.slice(0, 20)}a`);
  nowMs -= 10_000 - 4 * 20;
  typeKeys(raw.slice(20), 4);
  waitForScanEnd();
  expect([onCard, onUnreadable].map((heard) => heard.mock.calls.length)).toEqual([1, 0]);
  expect(field.value).toBe('Ana');
  expect(screen.getByText('=Ana=')).toBeTruthy();
});

it('P10.30 the card-reader listener reports two cards that are read in succession as two', () => {
  renderAndFocusField();
  typeKeys(cardCodeText(ANA_CARDHOLDER), 4);
  waitForScanEnd();
  typeKeys(cardCodeText({ ...ANA_CARDHOLDER, number: '9999000025' }), 4);
  waitForScanEnd();
  expect(onCard).toHaveBeenCalledTimes(2);
});

it('P10.31 the card-reader listener ignores keys that a program dispatches, and all keys after it has stopped', () => {
  renderAndFocusField();
  stopListening();
  stopListening = listenForReader({ onCard, onUnreadable });
  typeKeys(cardCodeText(ANA_CARDHOLDER), 4);
  waitForScanEnd();
  expect(onCard).not.toHaveBeenCalled();
});

/** Writes text without key events, like an input method or the clipboard. */
function dispatchTextInput(inputType: string, data: string, time: number, cancelable = true): boolean {
  const field = document.activeElement as HTMLInputElement;
  const dispatchAt = (event: Event) => {
    Object.defineProperty(event, 'timeStamp', { value: time });
    trustedEvents.add(event);
    return field.dispatchEvent(event);
  };
  const before = new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable });
  if (!dispatchAt(before)) return false;
  const { value, selectionStart: start, selectionEnd: end } = field;
  setNativeValue(field, value.slice(0, start ?? 0) + data + value.slice(end ?? 0));
  field.setSelectionRange((start ?? 0) + data.length, (start ?? 0) + data.length);
  dispatchAt(new InputEvent('input', { inputType, data, bubbles: true }));
  return true;
}
function dispatchTextPieces(pieces: readonly string[], gap: number): void {
  nowMs += 10_000;
  pieces.forEach((piece, nth) => dispatchTextInput('insertText', piece, nowMs + nth * gap));
}
function dispatchPaste(text: string): boolean {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
  Object.defineProperty(event, 'timeStamp', { value: (nowMs += 10_000) });
  trustedEvents.add(event);
  return (document.activeElement ?? document.body).dispatchEvent(event);
}
const splitText = (text: string, length: number): string[] =>
  text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];

it.each([
  ['at once', [cardCodeText(ANA_CARDHOLDER)]],
  ['at once, NULs stripped', [removePadding(cardCodeText(ANA_CARDHOLDER))]],
  ['at once, in hex', [inHex(cardCodeText(ANA_CARDHOLDER))]],
  ['in pieces', splitText(removePadding(cardCodeText(ANA_CARDHOLDER)), 16)],
  ['character by character', Array.from(removePadding(cardCodeText(ANA_CARDHOLDER)))],
])(
  'P10.31 the card-reader listener reads a card that an input method inserts, and leaves the field unchanged: %s',
  (_name, pieces) => {
    const field = renderAndFocusField();
    dispatchTextPieces(pieces, 5);
    waitForScanEnd();
    expect(onCard).toHaveBeenCalledExactlyOnceWith(extractCardText(pieces.join('')));
    expect([field.value, onUnreadable.mock.calls.length]).toEqual(['Ana', 0]);
    expect(screen.getByText('=Ana=')).toBeTruthy();
  },
);

it('P10.31 the card-reader listener keeps text that an input method inserted right before a card', () => {
  const field = renderAndFocusField();
  dispatchTextPieces(['ndre'], 5);
  nowMs -= 9_990;
  dispatchTextPieces([removePadding(cardCodeText(ANA_CARDHOLDER))], 5);
  waitForScanEnd();
  dispatchTextPieces(['s'], 5);
  nowMs -= 9_990;
  typeKeys(cardCodeText(ANA_CARDHOLDER), 4);
  waitForScanEnd();
  expect(field.value).toBe('Andresa');
  expect(onCard).toHaveBeenCalledTimes(2);
});

it('P10.31 the card-reader listener removes a card from the field after an input-method composition, which a page cannot prevent', () => {
  const field = renderAndFocusField();
  nowMs += 10_000;
  dispatchTextInput('insertCompositionText', removePadding(cardCodeText(ANA_CARDHOLDER)), nowMs, false);
  waitForScanEnd();
  expect(onCard).toHaveBeenCalledOnce();
  expect(field.value).toBe('Ana');
});

it('P10.31 after a card, the card-reader listener keeps changes that a user makes without a key, such as a corrected spelling', () => {
  const field = renderAndFocusField();
  typeKeys(cardCodeText(ANA_CARDHOLDER), 4);
  waitForScanEnd();
  field.setSelectionRange(1, 2);
  dispatchTextInput('insertReplacementText', 'd', (nowMs += 10_000));
  expect(field.value).toBe('Ada');
  expect(screen.getByText('=Ada=')).toBeTruthy();
});

it('P10.31 the card-reader listener reads a pasted card with and without a focused field, and reports a pasted code that is no card', () => {
  renderScreen(<NameForm />);
  expect(dispatchPaste(cardCodeText(ANA_CARDHOLDER))).toBe(false);
  screen.getByLabelText('Nombre').focus();
  expect(dispatchPaste(removePadding(cardCodeText(ANA_CARDHOLDER)))).toBe(false);
  expect(dispatchPaste('@\n\u001e\rANSI 636000')).toBe(false);
  waitForScanEnd();
  expect([onCard, onUnreadable].map((heard) => heard.mock.calls.length)).toEqual([2, 1]);
});

it.each(['P', 'A', 'C', 'I'])(
  'P10.31 the card-reader listener leaves a pasted or inserted long word in the field, although it begins with %s like a card',
  (letter) => {
    const field = renderAndFocusField();
    const word = letter + 'x'.repeat(300);
    expect(dispatchPaste(word)).toBe(true);
    dispatchTextPieces([word], 5);
    waitForScanEnd();
    expect(field.value).toBe(`A${word}a`);
    expect([onCard, onUnreadable].map((heard) => heard.mock.calls.length)).toEqual([0, 0]);
  },
);

it('P10.31 the card-reader listener leaves pasted, dictated, completed and slowly composed text of a user in the field', () => {
  const field = renderAndFocusField();
  const note = 'Paciente orientado. '.repeat(40);
  expect(dispatchPaste(note)).toBe(true);
  expect(dispatchPaste('9999000017')).toBe(true);
  dispatchTextPieces(['hospitalización ', 'prolongada ', 'por ', 'fractura '], 20);
  nowMs += 10_000;
  ['A', 'An', 'Ana'].forEach((text, nth) => dispatchTextInput('insertText', text, nowMs + nth * 120));
  waitForScanEnd();
  expect(field.value).toBe('Ahospitalización prolongada por fractura AAnAnaa');
  expect([onCard, onUnreadable].map((heard) => heard.mock.calls.length)).toEqual([0, 0]);
});

it('P10.31 the card-reader listener inserts short fast text, and the key typed after it, when a busy page delays its end-of-text timer', () => {
  const field = renderAndFocusField();
  typeKeys('9999000017', 3);
  nowMs -= 9_700;
  typeKeys('x', 3); // The 'x' arrives before the timer that detects the end of the fast text has fired.
  expect(field.value).toBe('A9999000017xa');
});

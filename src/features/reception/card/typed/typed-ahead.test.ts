// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForTypedAhead } from './typed-ahead.ts';

/** The clock of the events that a test makes; a real focus has the page's own, which is a little behind. */
let at = 0;
/** An event that comes so long after the one before. */
function happen(event: Event, target: EventTarget, afterMs = 0): void {
  at += afterMs;
  Object.defineProperty(event, 'timeStamp', { value: at });
  target.dispatchEvent(event);
}
const confirm = () => happen(new Event('submit', { bubbles: true }), document.body);
function press(key: string, afterMs = 90): void {
  const from = document.activeElement ?? document.body;
  happen(new KeyboardEvent('keydown', { key, bubbles: true }), from, afterMs);
  happen(new KeyboardEvent('keyup', { key, bubbles: true }), from);
}
function addField(path: string): HTMLInputElement {
  const field = document.createElement('input');
  field.dataset['path'] = path;
  document.body.append(field);
  return field;
}
function typedInto(): string {
  const field = addField('identificationNumber');
  field.focus();
  return field.value;
}

let over: AbortController;
beforeEach(() => {
  document.body.replaceChildren();
  at = new Event('now').timeStamp;
  over = new AbortController();
  listenForTypedAhead(over.signal);
});
afterEach(() => over.abort());

it('P10.244 digits that were typed before the field was there stand in it, and it hears of them', () => {
  press('5');
  confirm();
  for (const key of ['1', '1', '2', 'Enter', 'a', '9']) press(key);
  const field = addField('identificationNumber');
  const heard = vi.fn();
  field.addEventListener('input', heard);
  field.focus();
  expect(field.value).toBe('1129');
  expect(heard).toHaveBeenCalledOnce();
  expect(typedInto(), 'once').toBe('');
});

it('P10.244 so many at the most, and for some seconds', () => {
  confirm();
  for (let nth = 0; nth < 40; nth += 1) press('7');
  expect(typedInto()).toBe('7'.repeat(15));
  document.body.replaceChildren();
  at = new Event('now').timeStamp - 6_000;
  confirm();
  press('7');
  expect(typedInto()).toBe('');
});

it('P10.244 what is typed in a field stays there, another field gets nothing, and one that holds something keeps it', () => {
  confirm();
  const other = addField('firstName');
  press('3');
  other.focus();
  expect(other.value).toBe('');
  expect(typedInto()).toBe('');
  confirm();
  other.focus();
  press('4');
  expect(typedInto()).toBe('');
  other.blur();
  confirm();
  press('4');
  const field = addField('identificationNumber');
  field.value = '55';
  field.focus();
  expect(field.value).toBe('55');
});

it('D6 P10.244 of a reader nothing is kept: neither its quick keys nor the first one, where the rest is swallowed', () => {
  confirm();
  press('0');
  press('0', 2);
  expect(typedInto()).toBe('');
  confirm();
  press('0');
  happen(new KeyboardEvent('keyup', { key: '3', bubbles: true }), document.body);
  expect(typedInto()).toBe('');
});

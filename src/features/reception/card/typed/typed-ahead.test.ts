// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForTypedAhead } from './typed-ahead.ts';

/** Clock of the events that a test creates; a real focus event has the page's clock, which is slightly behind. */
let at = 0;
/** Dispatches an event the given time after the previous one. */
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
  const field = addField('identification_number');
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

it('P10.244 digits typed before the number field exists are inserted into it, and the field fires an input event', () => {
  press('5');
  confirm();
  for (const key of ['1', '1', '2', 'Enter', 'a', '9']) press(key);
  const field = addField('identification_number');
  const heard = vi.fn();
  field.addEventListener('input', heard);
  field.focus();
  expect(field.value).toBe('1129');
  expect(heard).toHaveBeenCalledOnce();
  expect(typedInto(), 'once').toBe('');
});

it('P10.244 keeps at most 15 digits typed ahead, for some seconds', () => {
  confirm();
  for (let nth = 0; nth < 40; nth += 1) press('7');
  expect(typedInto()).toBe('7'.repeat(15));
  document.body.replaceChildren();
  at = new Event('now').timeStamp - 6_000;
  confirm();
  press('7');
  expect(typedInto()).toBe('');
});

it('P10.244 inserts no digits typed ahead that belong to another field, into another field, or into a filled number field', () => {
  confirm();
  const other = addField('first_name');
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
  const field = addField('identification_number');
  field.value = '55';
  field.focus();
  expect(field.value).toBe('55');
});

it('D6 P10.244 keeps no digits of a card reader, neither from its quick keys nor from a text that the reader’s listener intercepted', () => {
  confirm();
  press('0');
  press('0', 2);
  expect(typedInto()).toBe('');
  confirm();
  press('0');
  happen(new KeyboardEvent('keyup', { key: '3', bubbles: true }), document.body);
  expect(typedInto()).toBe('');
});

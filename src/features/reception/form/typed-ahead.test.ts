// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForTypedAhead } from './typed-ahead.ts';

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
const focus = (field: HTMLInputElement, afterMs = 1) =>
  happen(new FocusEvent('focusin', { bubbles: true }), field, afterMs);
function typedInto(afterMs?: number): string {
  const field = addField('identificationNumber');
  focus(field, afterMs);
  return field.value;
}

let over: AbortController;
beforeEach(() => {
  document.body.replaceChildren();
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
  focus(field);
  expect(field.value).toBe('1129');
  expect(heard).toHaveBeenCalledOnce();
  expect(typedInto(), 'once').toBe('');
});

it('P10.244 so many at the most, and for some seconds', () => {
  confirm();
  for (let nth = 0; nth < 40; nth += 1) press('7');
  expect(typedInto()).toBe('7'.repeat(15));
  confirm();
  press('7');
  expect(typedInto(6_000)).toBe('');
});

it('P10.244 what is typed in a field stays there, another field gets nothing, and one that holds something keeps it', () => {
  confirm();
  const other = addField('firstName');
  press('3');
  focus(other);
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
  focus(field);
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

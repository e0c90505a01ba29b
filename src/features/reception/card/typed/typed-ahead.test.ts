// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { insertDigitsTypedAhead } from './typed-ahead.ts';

/** Clock of the events that the test creates. A real focus event uses the page's clock, which is slightly behind. */
let eventTimeMs = 0;
function dispatchAfter(event: Event, target: EventTarget, afterMs = 0): void {
  eventTimeMs += afterMs;
  Object.defineProperty(event, 'timeStamp', { value: eventTimeMs });
  target.dispatchEvent(event);
}
const dispatchSubmit = () => dispatchAfter(new Event('submit', { bubbles: true }), document.body);
function press(key: string, afterMs = 90): void {
  const from = document.activeElement ?? document.body;
  dispatchAfter(new KeyboardEvent('keydown', { key, bubbles: true }), from, afterMs);
  dispatchAfter(new KeyboardEvent('keyup', { key, bubbles: true }), from);
}
function addField(path: string): HTMLInputElement {
  const field = document.createElement('input');
  field.dataset['path'] = path;
  document.body.append(field);
  return field;
}
function focusNumberFieldAndRead(): string {
  const field = addField('identification_number');
  field.focus();
  return field.value;
}

let controller: AbortController;
beforeEach(() => {
  document.body.replaceChildren();
  eventTimeMs = new Event('now').timeStamp;
  controller = new AbortController();
  insertDigitsTypedAhead(controller.signal);
});
afterEach(() => controller.abort());

it('P10.244 digits typed before the number field exists are inserted when the field appears, with an input event', () => {
  press('5');
  dispatchSubmit();
  for (const key of ['1', '1', '2', 'Enter', 'a', '9']) press(key);
  const field = addField('identification_number');
  const heard = vi.fn();
  field.addEventListener('input', heard);
  field.focus();
  expect(field.value).toBe('1129');
  expect(heard).toHaveBeenCalledOnce();
  expect(focusNumberFieldAndRead(), 'once').toBe('');
});

it('P10.244 the page keeps at most 15 digits that were typed ahead, and only for a few seconds', () => {
  dispatchSubmit();
  for (let nth = 0; nth < 40; nth += 1) press('7');
  expect(focusNumberFieldAndRead()).toBe('7'.repeat(15));
  document.body.replaceChildren();
  eventTimeMs = new Event('now').timeStamp - 6_000;
  dispatchSubmit();
  press('7');
  expect(focusNumberFieldAndRead()).toBe('');
});

it('P10.244 digits typed ahead are inserted only into an empty number field, and not if the user typed them in another field', () => {
  dispatchSubmit();
  const other = addField('first_name');
  press('3');
  other.focus();
  expect(other.value).toBe('');
  expect(focusNumberFieldAndRead()).toBe('');
  dispatchSubmit();
  other.focus();
  press('4');
  expect(focusNumberFieldAndRead()).toBe('');
  other.blur();
  dispatchSubmit();
  press('4');
  const field = addField('identification_number');
  field.value = '55';
  field.focus();
  expect(field.value).toBe('55');
});

it('D6 P10.244 the page keeps no digits that a card reader typed', () => {
  dispatchSubmit();
  press('0');
  press('0', 2);
  expect(focusNumberFieldAndRead()).toBe('');
  dispatchSubmit();
  press('0');
  dispatchAfter(new KeyboardEvent('keyup', { key: '3', bubbles: true }), document.body);
  expect(focusNumberFieldAndRead()).toBe('');
});

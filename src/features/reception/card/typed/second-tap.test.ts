// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blockSecondTaps } from './second-tap.ts';

let eventTimeMs = 0;
function dispatchAt(event: Event, target: EventTarget, time: number): Event {
  eventTimeMs = time;
  Object.defineProperty(event, 'timeStamp', { value: eventTimeMs });
  target.dispatchEvent(event);
  return event;
}
function tapAndCheckPrevented(
  target: EventTarget,
  time: number,
  place = { clientX: 500, clientY: 700 },
): boolean {
  const event = new Event('touchstart', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'touches', { value: [place] });
  return dispatchAt(event, target, time).defaultPrevented;
}
const dispatchSubmitAt = (time: number) =>
  dispatchAt(new Event('submit', { bubbles: true }), document.body, time);
const dispatchFocusAt = (time: number) =>
  dispatchAt(new Event('focusin', { bubbles: true }), document.body, time);
const appendElement = (tag: string): HTMLElement => document.body.appendChild(document.createElement(tag));

let controller: AbortController;
beforeEach(() => {
  document.body.replaceChildren();
  controller = new AbortController();
  blockSecondTaps(controller.signal);
});
afterEach(() => controller.abort());

describe('P10.247 second tap of a double tap', () => {
  it('P10.247 the second tap of a double tap is blocked if the first tap submitted a form, until shortly after the next form appears', () => {
    const button = appendElement('button');
    expect(tapAndCheckPrevented(button, 1_000)).toBe(false);
    dispatchSubmitAt(1_050);
    expect(tapAndCheckPrevented(button, 1_300)).toBe(true);
    dispatchFocusAt(1_900);
    expect(tapAndCheckPrevented(button, 2_100)).toBe(true);
    dispatchFocusAt(2_150); // The user has set this focus, not the page.
    expect(tapAndCheckPrevented(button, 2_200)).toBe(false);
  });

  it('P10.247 the second tap of a double tap that submits no form is blocked only when the element of the first tap is gone', () => {
    const [stays, goes] = [appendElement('button'), appendElement('button')];
    tapAndCheckPrevented(stays, 1_000);
    expect(tapAndCheckPrevented(stays, 1_200)).toBe(false);
    tapAndCheckPrevented(goes, 3_000);
    goes.remove();
    expect(tapAndCheckPrevented(stays, 3_200)).toBe(true);
    expect(tapAndCheckPrevented(stays, 3_600)).toBe(false);
  });

  it('P10.247 the tap after a submit is not blocked if it hits another position, is the third tap, or comes seconds after the first tap', () => {
    const button = appendElement('button');
    tapAndCheckPrevented(button, 1_000);
    dispatchSubmitAt(1_050);
    expect(tapAndCheckPrevented(button, 1_200, { clientX: 200, clientY: 300 })).toBe(false);
    expect(tapAndCheckPrevented(button, 1_300)).toBe(false);
    tapAndCheckPrevented(button, 5_000);
    dispatchSubmitAt(7_000);
    expect(tapAndCheckPrevented(button, 7_100)).toBe(false);
  });
});

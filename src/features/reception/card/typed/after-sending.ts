import { listenForSecondTap } from './second-tap.ts';
import { listenForTypedAhead } from './typed-ahead.ts';

/** Handles keys and taps between sending a form and the appearance of the next one. */
export function listenAfterSending(until: AbortSignal): void {
  listenForTypedAhead(until);
  listenForSecondTap(until);
}

import { listenForSecondTap } from './second-tap.ts';
import { listenForTypedAhead } from './typed-ahead.ts';

/** What a quick hand does before the form that follows is there. */
export function listenAfterSending(until: AbortSignal): void {
  listenForTypedAhead(until);
  listenForSecondTap(until);
}

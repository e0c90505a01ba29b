import { listenForSecondTap } from './second-tap.ts';
import { listenForTypedAhead } from './typed-ahead.ts';

export function listenForInputAfterSubmit(until: AbortSignal): void {
  listenForTypedAhead(until);
  listenForSecondTap(until);
}

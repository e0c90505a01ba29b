import { blockSecondTaps } from './second-tap.ts';
import { insertDigitsTypedAhead } from './typed-ahead.ts';

export function guardInputAfterSubmit(until: AbortSignal): void {
  insertDigitsTypedAhead(until);
  blockSecondTaps(until);
}

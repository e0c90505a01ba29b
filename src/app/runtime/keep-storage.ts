import { requestPersistence } from '#ui/hooks/ask-protection.ts';
import { reportFailure } from '../kit/failures.ts';

let asked = false;

/**
 * Requests persistent storage from the browser, once per page, so that the device’s data is not evicted when the disk is full.
 * Never awaited: Firefox prompts the user and may never settle. A denied request changes nothing; 'Este dispositivo' can repeat
 * it.
 */
export function keepStorage(): void {
  if (asked) return;
  asked = true;
  requestPersistence()?.catch(reportFailure);
}

import { askProtection } from '#ui/hooks/ask-protection.ts';
import { reportFailure } from '../kit/failures.ts';

let asked = false;

/**
 * Asks the browser, once a page, not to throw the device's data away when the disk fills up. Never awaited: Firefox asks
 * the person and may never settle. A denied answer changes nothing; 'Este dispositivo' can ask again.
 */
export function keepStorage(): void {
  if (asked) return;
  asked = true;
  askProtection()?.catch(reportFailure);
}

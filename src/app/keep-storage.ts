import { reportFailure } from './failures.ts';

let asked = false;

/**
 * Asks the browser, once a page, not to throw the device's data away when the disk fills up. Never awaited: Firefox asks
 * the person and may never settle. A denied answer changes nothing; older WebKit does not know the question.
 */
export function keepStorage(): void {
  if (asked) return;
  asked = true;
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  storage?.persist?.().catch(reportFailure);
}

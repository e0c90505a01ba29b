import { requestStoragePersistence } from '#ui/hooks/request-persistence.ts';
import { reportFailure } from '../kit/failures.ts';

let hasRequestedPersistence = false;

/**
 * Requests persistent storage once per page, so that the browser does not delete the device's data when the disk is full.
 * Callers do not wait, because Firefox prompts the user and may never respond. If the browser denies the request, the user can
 * repeat it on the screen 'Este dispositivo'.
 */
export function requestPersistenceOnce(): void {
  if (hasRequestedPersistence) return;
  hasRequestedPersistence = true;
  requestStoragePersistence()?.catch(reportFailure);
}

import { onConnectionLost, reopen } from '#storage/database/connection.ts';
import { toStorageProblem } from '#storage/base/problem.ts';
import { isAnythingUnsaved } from '#ui/dialogs/unsaved.ts';
import { forgetProblem, onBackgroundProblem, readBackgroundProblem, reportFailure } from '../kit/failures.ts';
import { mayReload } from './reload-by-itself.ts';

/** A page that cannot have its database any more is begun anew, where nobody loses anything by it. */
function beginAgain(reload: () => void): void {
  if (!isAnythingUnsaved() && mayReload(Date.now())) reload();
}

/**
 * S20: takes a lost connection up again, and tells what is there then. Where that fails (WebKit, until the page is
 * loaded anew) the page reloads by itself, or the notice asks for it. Returns how to stop.
 */
export function watchConnection(
  onReopened: () => Promise<void>,
  reload = () => location.reload(),
): () => void {
  let recovering = false;
  const recover = async () => {
    try {
      await reopen();
      forgetProblem('closed');
      await onReopened();
    } catch (error) {
      reportFailure(error);
      if (toStorageProblem(error)?.kind === 'closed') beginAgain(reload);
    }
  };
  const start = () => {
    if (recovering) return; // An opening that fails closes once more, and is a failure once more.
    recovering = true;
    // Dexie has not let go of the connection yet.
    setTimeout(() => void recover().finally(() => (recovering = false)), 0);
  };
  const onProblem = () => {
    if (readBackgroundProblem() === 'closed') start();
  };
  const stops = [onConnectionLost(start), onBackgroundProblem(onProblem)];
  return () => stops.forEach((stop) => stop());
}

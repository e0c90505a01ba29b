import { StorageProblem, type StorageProblemKind } from '#storage/problem.ts';

/** Work that nobody waits for still fails before somebody: a storage problem is shown, a bug reaches the console. */
let problem: StorageProblemKind | null = null;
const listeners = new Set<() => void>();

export const readBackgroundProblem = (): StorageProblemKind | null => problem;

export function onBackgroundProblem(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportFailure(error: unknown): void {
  if (!(error instanceof StorageProblem)) {
    reportError(error);
    return;
  }
  problem = error.kind;
  for (const listener of listeners) listener();
}

/**
 * For what an error boundary shows: a storage problem is said there, and is no bug. Another window's sign-out takes the
 * key from under the screens of this one (D2) a moment before they give way to the sign-in form.
 */
export function reportCaught(error: unknown): void {
  if (!(error instanceof StorageProblem)) reportError(error);
}

import { toStorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';

/** Work that nobody waits for still fails before somebody: a storage problem is shown, a bug reaches the console. */
let problem: StorageProblemKind | null = null;
const listeners = new Set<() => void>();

export const readBackgroundProblem = (): StorageProblemKind | null => problem;

export function onBackgroundProblem(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportFailure(error: unknown): void {
  const found = toStorageProblem(error);
  if (found) show(found.kind);
  else reportError(error);
}

/** What was said is over. */
export function forgetProblem(kind: StorageProblemKind): void {
  if (problem !== kind) return;
  problem = null;
  for (const listener of listeners) listener();
}

/** The newest stands for all. */
function show(kind: StorageProblemKind): void {
  problem = kind;
  for (const listener of listeners) listener();
}

/**
 * S20: a storage problem that a screen only passed on as an error is said by the shell. Once, when the page starts;
 * bugs reach the console as they are.
 */
export function sayUnshownProblems(): void {
  const say = (event: Event, error: unknown) => {
    const found = toStorageProblem(error);
    if (!found) return;
    event.preventDefault();
    show(found.kind);
  };
  window.addEventListener('error', (event) => say(event, event.error));
  window.addEventListener('unhandledrejection', (event) => say(event, event.reason));
}

/**
 * For what an error boundary shows: a storage problem is said there, and is no bug. Another window's sign-out takes the
 * key from under the screens of this one (D2) a moment before they give way to the sign-in form.
 */
export function reportCaught(error: unknown): void {
  if (!toStorageProblem(error)) reportError(error);
}

import { isAborted, toStorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';

/** Work that nobody waits for still fails before somebody: a storage problem is shown, a bug reaches the console. */
let problem: StorageProblemKind | null = null;
const listeners = new Set<() => void>();

export const readBackgroundProblem = (): StorageProblemKind | null => problem;

export function onBackgroundProblem(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A transaction that was taken back, as where the data are deleted: 'closed' opens again, and looks what is there. */
const kindOf = (error: unknown): StorageProblemKind | null =>
  toStorageProblem(error)?.kind ?? (isAborted(error) ? 'closed' : null);

export function reportFailure(error: unknown): void {
  const kind = kindOf(error);
  if (kind) show(kind);
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
    const kind = kindOf(error);
    if (!kind) return;
    event.preventDefault();
    show(kind);
  };
  window.addEventListener('error', (event) => say(event, event.error));
  window.addEventListener('unhandledrejection', (event) => say(event, event.reason));
}

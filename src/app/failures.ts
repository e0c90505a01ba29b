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

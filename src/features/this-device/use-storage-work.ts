import { useState } from 'react';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';

export function useStorageOperation() {
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StorageProblem)) throw error;
      setProblem(error.kind);
    }
  };
  return { problem, run: (work: () => Promise<unknown>) => void attempt(work).catch(reportError) };
}

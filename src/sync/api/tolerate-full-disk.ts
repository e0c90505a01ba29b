import { StorageProblem } from '#storage/base/problem.ts';

/**
 * Waits until a response is cached. A full device is no error for a response that a user opened, because the user can still
 * read it. In a prefetch run the error is thrown and reported (S20).
 */
export async function tolerateFullDiskIfOpened(opened: boolean, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!opened || !(error instanceof StorageProblem) || error.kind !== 'full') throw error;
  }
}

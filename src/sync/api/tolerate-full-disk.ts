import { StorageProblem } from '#storage/base/problem.ts';

/**
 * Waits until a response is cached. A device without room must not keep a user from reading, so that error is ignored for an
 * opened response. It is reported all the same: prefetch runs cache too, and fail on it (S20).
 */
export async function tolerateFullDisk(opened: boolean, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!opened || !(error instanceof StorageProblem) || error.kind !== 'full') throw error;
  }
}

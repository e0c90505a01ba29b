import { StorageProblem } from '#storage/base/problem.ts';

/**
 * Writes an answer down for later. A device without room must not keep a person from reading. It is said all the same:
 * the rounds that fetch unasked keep too, and fail on it aloud (S20).
 */
export async function tolerateFullDisk(opened: boolean, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!opened || !(error instanceof StorageProblem) || error.kind !== 'full') throw error;
  }
}

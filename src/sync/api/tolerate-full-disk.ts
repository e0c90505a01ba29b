import { StorageProblem } from '#storage/base/problem.ts';

/**
 * Waits until a response is cached. An error because the device is full is ignored for a response that a user opened, so that
 * the user can read it. A prefetch run fails on a full device, so that the error is still reported (S20).
 */
export async function tolerateFullDisk(opened: boolean, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!opened || !(error instanceof StorageProblem) || error.kind !== 'full') throw error;
  }
}

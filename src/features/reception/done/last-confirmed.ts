import { StorageProblem } from '#storage/base/problem.ts';
import { readLastRegistration } from '#storage/outbox/last-registration.ts';

/** Navigation state of links to reception for the next patient; the page then focuses the document number. */
export const NEXT_PATIENT_STATE = 'next-person';

/** Maximum age in ms of the registration that the banner shows. */
const MAX_BANNER_AGE_MS = 10 * 60_000;

export interface LastConfirmed {
  readonly entryId: string;
  readonly branchId: string;
}

/**
 * Last confirmation on this page; its `confirmed` is null once the user dismissed the banner. Null after a reload, when the
 * device provides the last registration.
 */
let lastConfirmed: {
  readonly ownerId: string;
  readonly at: number;
  readonly confirmed: LastConfirmed | null;
} | null = null;

export function setLastConfirmed(ownerId: string, confirmed: LastConfirmed | null): void {
  lastConfirmed = { ownerId, at: Date.now(), confirmed };
}

/** Returns the registration shown in the confirmation banner when the screen opens. Storage errors are shown by the form. */
export async function readLastConfirmed(ownerId: string): Promise<LastConfirmed | null> {
  const since = Date.now() - MAX_BANNER_AGE_MS;
  if (lastConfirmed?.ownerId === ownerId) return lastConfirmed.at >= since ? lastConfirmed.confirmed : null;
  try {
    const last = await readLastRegistration(ownerId, { since });
    // A registration with `registeredBy` was confirmed by a colleague and handed over to this user.
    return last?.summary.registeredBy === undefined ? last : null;
  } catch (error) {
    if (!(error instanceof StorageProblem)) reportError(error);
    return null;
  }
}

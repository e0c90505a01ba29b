import { StorageProblem } from '#storage/base/problem.ts';
import { lastRegistration } from '#storage/outbox/last-registration.ts';

/** The state of the desk's address for whoever leads to it with the next person there: the focus goes to their document. */
export const NEXT_PERSON = 'next-person';

/** Whoever comes back later does not wonder any more whether the one before was saved. Milliseconds. */
const RECENT_MS = 10 * 60_000;

/** Whose registration the band is about. */
export interface Confirmed {
  readonly entryId: string;
  readonly branchId: string;
}

/** Of this page, and null once it was put away; after a reload or a crash the device says who was registered last. */
let noted: { readonly ownerId: string; readonly at: number; readonly confirmed: Confirmed | null } | null =
  null;

export function noteConfirmed(ownerId: string, confirmed: Confirmed | null): void {
  noted = { ownerId, at: Date.now(), confirmed };
}

async function find(ownerId: string): Promise<Confirmed | null> {
  const since = Date.now() - RECENT_MS;
  if (noted?.ownerId === ownerId) return noted.at >= since ? noted.confirmed : null;
  const last = await lastRegistration(ownerId, { since });
  // What a colleague handed over was confirmed elsewhere.
  return last?.summary.registeredBy === undefined ? last : null;
}

/** Whom the band names when the desk opens. What is wrong with the storage is for the form to say. */
export async function lastConfirmed(ownerId: string): Promise<Confirmed | null> {
  try {
    return await find(ownerId);
  } catch (error) {
    if (!(error instanceof StorageProblem)) reportError(error);
    return null;
  }
}

import type { Unsent } from '#domain/outbox/unsent.ts';
import { proposeCode } from '#domain/spoken-code.ts';
import type { Account } from '#storage/account/accounts.ts';
import { mayConsent } from '#storage/parcels/packer.ts';
import { openFile, packFile, type OnProgress, type RescueFile } from '#storage/parcels/parcel-file.ts';
import { receiveParcel, type OpenParcel, type Reception } from '#storage/parcels/parcel-receive.ts';
import {
  leaveParcel,
  listParcels,
  openParcel,
  withdrawParcels,
  type OpenedParcel,
} from '#storage/parcels/parcels.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { requestDrain } from '../outbox/outbox.ts';

export type { OpenedFile } from '#storage/parcels/parcel-file.ts';
export type { OpenParcel, Reception } from '#storage/parcels/parcel-receive.ts';
export type { OpenedParcel } from '#storage/parcels/parcels.ts';

const WORD = 2 ** 32;

/** As likely as any other: what would favour the small numbers is drawn again. */
function draw(below: number): number {
  const fair = WORD - (WORD % below);
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < fair) return drawn % below;
  }
}

/** For a handover, which lies on one tablet for as long as it takes; and for a file, which may be copied by anybody. */
export const proposeHandoverCode = (): string => proposeCode(3, draw);
export const proposeRescueCode = (): string => proposeCode(4, draw);

export const packRescue = (account: Account, code: string, onProgress: OnProgress): Promise<RescueFile> =>
  packFile(account, code, Date.now(), onProgress);

export type HandedOver =
  | { readonly type: 'left'; readonly holds: Unsent }
  | { readonly type: 'nothing' }
  /** S23: nobody could verify the consent. */
  | { readonly type: 'not_verifiable' };

/** Leaves what is unsent for a colleague. */
export async function handOver(account: Account, code: string, onProgress: OnProgress): Promise<HandedOver> {
  if (!(await mayConsent(account.userId))) return { type: 'not_verifiable' };
  const count = await leaveParcel(account, code, Date.now(), onProgress);
  const left = (await listParcels()).find(({ ownerId }) => ownerId === account.userId);
  return count === 0 || !left ? { type: 'nothing' } : { type: 'left', holds: left.holds };
}

export const withdrawHandover = (account: Account): Promise<void> => withdrawParcels(account.userId);

export const openHandover = (id: string, code: string): Promise<OpenedParcel> =>
  openParcel(id, code, Date.now());

export { openFile as openRescue };

/** What was received goes at once (S17), also when the rest could not be stored. */
export async function receive(
  account: Account,
  parcel: OpenParcel,
  onProgress: OnProgress,
): Promise<Reception> {
  try {
    return await receiveParcel(account, parcel, Date.now(), onProgress);
  } finally {
    requestDrain('person');
  }
}

export type StorageFailure = { readonly type: 'storage'; readonly kind: StorageProblemKind };

/** Storage that fails is an outcome that the screen says (S20). */
export async function orStorageFailure<Result>(
  work: () => Promise<Result>,
): Promise<Result | StorageFailure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', kind: error.kind };
    throw error;
  }
}

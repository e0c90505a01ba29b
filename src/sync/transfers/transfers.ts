import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import { generateSpokenCode } from '#domain/spoken-code.ts';
import type { Account } from '#storage/account/accounts.ts';
import { canGiveConsents } from '#storage/transfers/packer.ts';
import {
  openRescueFile,
  packRescueFileAndMarkItems,
  type OnPackingProgress,
  type RescueFile,
} from '#storage/transfers/transfer-file.ts';
import {
  receiveTransfer,
  type OpenTransfer,
  type ReceivedCounts,
} from '#storage/transfers/transfer-receive.ts';
import {
  packAndStoreHandover,
  listHandovers,
  openHandoverOnDevice,
  withdrawHandovers,
  type HandoverOpenResult,
} from '#storage/transfers/transfers.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { requestDrain } from '../outbox/outbox.ts';

export type { RescueFileOpenResult } from '#storage/transfers/transfer-file.ts';
export type { OpenTransfer, ReceivedCounts } from '#storage/transfers/transfer-receive.ts';
export type { HandoverOpenResult } from '#storage/transfers/transfers.ts';

const UINT32_RANGE = 2 ** 32;

/** Returns a random integer from 0 to `below` - 1 with equal probability, by rejection sampling. */
function randomIntegerBelow(below: number): number {
  const fair = UINT32_RANGE - (UINT32_RANGE % below);
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < fair) return drawn % below;
  }
}

/**
 * Returns a code for a handover. It is shorter than the code of a rescue file, because a handover stays on one tablet and a
 * file may be copied.
 */
export const proposeHandoverCode = (): string => generateSpokenCode(3, randomIntegerBelow);
export const proposeRescueCode = (): string => generateSpokenCode(4, randomIntegerBelow);

export const packRescueTransfer = (
  account: Account,
  code: string,
  onProgress: OnPackingProgress,
): Promise<RescueFile> => packRescueFileAndMarkItems(account, code, Date.now(), onProgress);

export type HandoverResult =
  | { readonly type: 'left'; readonly holds: UnsentCounts }
  | { readonly type: 'nothing' }
  /** The server could not verify the user's consent to the transfer (S23). */
  | { readonly type: 'not_verifiable' };

export async function createHandover(
  account: Account,
  code: string,
  onProgress: OnPackingProgress,
): Promise<HandoverResult> {
  if (!(await canGiveConsents(account.userId))) return { type: 'not_verifiable' };
  const count = await packAndStoreHandover(account, code, Date.now(), onProgress);
  const left = (await listHandovers()).find(({ ownerId }) => ownerId === account.userId);
  return count === 0 || !left ? { type: 'nothing' } : { type: 'left', holds: left.holds };
}

export const withdrawHandover = (account: Account): Promise<void> => withdrawHandovers(account.userId);

export const openHandover = (id: string, code: string): Promise<HandoverOpenResult> =>
  openHandoverOnDevice(id, code, Date.now());

export { openRescueFile as openRescue };

/** Receives a transfer and starts a drain (S17), also if some entries could not be stored. */
export async function receiveEntriesAndDrain(
  account: Account,
  transfer: OpenTransfer,
  onProgress: OnPackingProgress,
): Promise<ReceivedCounts> {
  try {
    return await receiveTransfer(account, transfer, Date.now(), onProgress);
  } finally {
    requestDrain('person');
  }
}

export type TransferStorageFailure = { readonly type: 'storage'; readonly kind: StorageProblemKind };

/** Returns a storage failure as an outcome that the screen shows (S20). */
export async function catchTransferStorageFailure<Result>(
  work: () => Promise<Result>,
): Promise<Result | TransferStorageFailure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', kind: error.kind };
    throw error;
  }
}

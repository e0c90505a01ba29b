import type { Permission } from '#contract/vocabulary.ts';
import { readAccount, type Account } from '#storage/account/accounts.ts';
import { openRescueFile, packRescueFileAndMarkItems } from '#storage/transfers/transfer-file.ts';
import {
  receiveTransfer,
  type OpenTransfer,
  type ReceivedCounts,
} from '#storage/transfers/transfer-receive.ts';
import { openHandoverOnDevice } from '#storage/transfers/transfers.ts';
import { signInOnDevice, wipeDevice } from './device.ts';

export const TRANSFER_CODE = 'barco-luna-queso-42';
export const ignoreProgress = (): void => undefined;

export async function readSignedInAccount(): Promise<Account> {
  const account = await readAccount();
  if (!account) throw new Error('nobody is signed in');
  return account;
}

export async function switchToNewTablet(
  userId: string,
  actions: Permission[] = ['register_patients', 'manage_evaluations'],
): Promise<void> {
  await wipeDevice();
  await signInOnDevice(userId, actions);
}

export const packTestRescueFile = async (): Promise<Blob> =>
  (await packRescueFileAndMarkItems(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress))
    .blob;

export async function openRescueFileWithCode(file: Blob): Promise<OpenTransfer> {
  const result = await openRescueFile(file, TRANSFER_CODE);
  if (result.type !== 'open') throw new Error(`the file does not open: ${result.type}`);
  return result.parcel;
}

export const receiveOpenTransfer = async (transfer: OpenTransfer): Promise<ReceivedCounts> =>
  receiveTransfer(await readSignedInAccount(), transfer, Date.now(), ignoreProgress);

export async function openHandoverWithCode(id: string): Promise<OpenTransfer> {
  const result = await openHandoverOnDevice(id, TRANSFER_CODE, Date.now());
  if (result.type !== 'open') throw new Error(`the handover does not open: ${result.type}`);
  return result.parcel;
}

/** Returns true if the bytes contain the text unencrypted. */
export const canBeRead = (bytes: BufferSource, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes).includes(text);

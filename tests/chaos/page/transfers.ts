import { listHandovers } from '#storage/transfers/transfers.ts';
import {
  createHandover,
  openHandover,
  receiveEntriesAndDrain,
  type OpenTransfer,
} from '#sync/transfers/transfers.ts';
import {
  TRANSFER_CODE,
  openRescueFileWithCode,
  packTestRescueFile,
  readSignedInAccount,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';

/**
 * Receives a transfer for the current user and returns the number of its entries, including entries that were already present.
 * @throws if part of the transfer could not be received
 */
async function receiveWholeTransfer(transfer: OpenTransfer): Promise<number> {
  const { received, present, ...lost } = await receiveEntriesAndDrain(
    await readSignedInAccount(),
    transfer,
    ignoreProgress,
  );
  const counts = Object.entries(lost).filter(([, count]) => count > 0);
  if (counts.length > 0) throw new Error(`not received: ${JSON.stringify(counts)}`);
  return received + present;
}

/**
 * Opens the handover after the delay that the app requires between attempts. An attempt counts even if the tab dies during it.
 */
async function openHandoverAfterDelay(id: string): Promise<OpenTransfer> {
  const result = await openHandover(id, TRANSFER_CODE);
  if (result.type === 'open') return result.parcel;
  if (result.type !== 'wait') throw new Error(`the handover does not open: ${result.type}`);
  await new Promise((resolve) => setTimeout(resolve, result.ms));
  return openHandoverAfterDelay(id);
}

/** Receives all handovers that other users left on this device, with their code. */
async function receiveAllHandovers(): Promise<number> {
  const { userId } = await readSignedInAccount();
  let taken = 0;
  for (const { id, ownerId } of await listHandovers())
    if (ownerId !== userId) taken += await receiveWholeTransfer(await openHandoverAfterDelay(id));
  return taken;
}

/** Returns the bytes of a rescue file as numbers, because the test tool cannot transfer a buffer. */
const exportRescueFile = async (): Promise<number[]> => [
  ...new Uint8Array(await (await packTestRescueFile()).arrayBuffer()),
];

const importRescueFile = async (bytes: number[]): Promise<number> =>
  receiveWholeTransfer(await openRescueFileWithCode(new Blob([Uint8Array.from(bytes)])));

export const transferCalls = {
  leave: async () => (await createHandover(await readSignedInAccount(), TRANSFER_CODE, ignoreProgress)).type,
  takeOver: receiveAllHandovers,
  copyOut: exportRescueFile,
  copyIn: importRescueFile,
};

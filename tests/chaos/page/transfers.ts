import { listHandovers } from '#storage/transfers/transfers.ts';
import {
  createHandover,
  openHandover,
  receiveEntries,
  type OpenTransfer,
} from '#sync/transfers/transfers.ts';
import {
  CODE,
  openRescueFileWithCode,
  rescueFile,
  readSignedInAccount,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';

/**
 * Receives a transfer for the current user and returns the number of its entries, including entries that were already present.
 * @throws if part of the transfer could not be received
 */
async function receiveTransfer(transfer: OpenTransfer): Promise<number> {
  const { received, present, ...lost } = await receiveEntries(
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
  const result = await openHandover(id, CODE);
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
    if (ownerId !== userId) taken += await receiveTransfer(await openHandoverAfterDelay(id));
  return taken;
}

/** Returns the bytes of a rescue file as numbers, because the test tool cannot transfer a buffer. */
const exportRescueFile = async (): Promise<number[]> => [
  ...new Uint8Array(await (await rescueFile()).arrayBuffer()),
];

const importRescueFile = async (bytes: number[]): Promise<number> =>
  receiveTransfer(await openRescueFileWithCode(new Blob([Uint8Array.from(bytes)])));

export const transferCalls = {
  leave: async () => (await createHandover(await readSignedInAccount(), CODE, ignoreProgress)).type,
  takeOver: receiveAllHandovers,
  copyOut: exportRescueFile,
  copyIn: importRescueFile,
};

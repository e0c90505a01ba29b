import { listParcels } from '#storage/parcels/parcels.ts';
import { handOver, openHandover, receive, type OpenParcel } from '#sync/parcels/parcels.ts';
import { CODE, opened, rescueFile, signedIn, silently } from '#tests/support/device/parcels.ts';

/** How many came over to whoever is here, or had. Throws where something of a parcel could not be received. */
async function takeIn(parcel: OpenParcel): Promise<number> {
  const { received, present, ...lost } = await receive(await signedIn(), parcel, silently);
  const counts = Object.entries(lost).filter(([, count]) => count > 0);
  if (counts.length > 0) throw new Error(`not received: ${JSON.stringify(counts)}`);
  return received + present;
}

/** As a person does who is told to wait: the attempt counted before the tab died in it. */
async function openedInTime(id: string): Promise<OpenParcel> {
  const result = await openHandover(id, CODE);
  if (result.type === 'open') return result.parcel;
  if (result.type !== 'wait') throw new Error(`the handover does not open: ${result.type}`);
  await new Promise((resolve) => setTimeout(resolve, result.ms));
  return openedInTime(id);
}

/** What others left here for whoever knows the code. */
async function takeOver(): Promise<number> {
  const { userId } = await signedIn();
  let taken = 0;
  for (const { id, ownerId } of await listParcels())
    if (ownerId !== userId) taken += await takeIn(await openedInTime(id));
  return taken;
}

/** A rescue copy's bytes, as they can be handed through a test. */
const copyOut = async (): Promise<number[]> => [...new Uint8Array(await (await rescueFile()).arrayBuffer())];

const copyIn = async (bytes: number[]): Promise<number> =>
  takeIn(await opened(new Blob([Uint8Array.from(bytes)])));

export const parcels = {
  leave: async () => (await handOver(await signedIn(), CODE, silently)).type,
  takeOver,
  copyOut,
  copyIn,
};

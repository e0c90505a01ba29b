import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  draftContent,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  TRANSFER_CODE,
  openHandoverWithCode,
  receiveOpenTransfer,
  readSignedInAccount,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';
import { db } from '../database/database.ts';
import { discardDraft, loadDraft, saveDraftContent } from '../drafts/drafts.ts';
import {
  listIdsOfEntriesBeingCorrected,
  listEntriesBeingCorrected,
} from '../outbox/registrations/corrections.ts';
import { makeItemsDueForRetry } from '../outbox/entry-actions.ts';
import { openCorrection } from '../outbox/registrations/open-correction.ts';
import { NOTHING_RECEIVED, type ReceivedCounts } from './transfer-receive.ts';
import { packAndStoreHandover, listHandovers } from './transfers.ts';

const handOverEntriesOfAna = async (): Promise<number> =>
  packAndStoreHandover(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress);

async function signInBeaAndReceive(): Promise<ReceivedCounts> {
  await signInOnDevice(BEA_ID);
  const [transfer] = await listHandovers();
  return receiveOpenTransfer(await openHandoverWithCode(transfer?.id ?? ''));
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S14 handover of an entry that is being corrected', () => {
  it.each([
    ['before', true],
    ['after', false],
  ])(
    'an entry and its draft stay with the author when the author changed a correction of the entry %s packing the handover',
    async (_when, isBefore) => {
      const entryId = await confirmNewEntry('1');
      await rejectNextItem();
      const begin = async () => {
        await openCorrection(ANA_ID, entryId, null);
        expect(await listEntriesBeingCorrected(ANA_ID)).toEqual([]);
        await saveDraftContent(ANA_ID, entryId, draftContent('corrected'));
        expect(await listEntriesBeingCorrected(ANA_ID)).toMatchObject([{ id: entryId }]);
      };
      if (isBefore) await begin();
      await handOverEntriesOfAna();
      if (!isBefore) await begin();
      expect(await signInBeaAndReceive()).toEqual({ ...NOTHING_RECEIVED, being_corrected: 1 });
      await signInOnDevice(ANA_ID);
      expect((await loadDraft(ANA_ID, entryId))?.content).toEqual(draftContent('corrected'));
      await discardDraft(ANA_ID, entryId);
      expect(await signInBeaAndReceive()).toEqual({ ...NOTHING_RECEIVED, received: 1 });
    },
  );

  it('S30 a handover leaves an entry with its owner when its correction was changed, but moves an entry whose correction was only opened', async () => {
    const [looked, retried] = [
      await confirmNewEntry('1', { capturedAt: 1 }),
      await confirmNewEntry('2', { capturedAt: 2 }),
    ];
    await rejectNextItem();
    await rejectNextItem();
    await openCorrection(ANA_ID, looked, null);
    await openCorrection(ANA_ID, retried, null);
    await saveDraftContent(ANA_ID, retried, draftContent('corrected'));
    await makeItemsDueForRetry(ANA_ID, retried, Date.now());
    expect(await listEntriesBeingCorrected(ANA_ID)).toMatchObject([{ id: retried }]);
    expect(await listIdsOfEntriesBeingCorrected(ANA_ID)).toEqual([retried]);
    await handOverEntriesOfAna();
    expect(await signInBeaAndReceive()).toEqual({ ...NOTHING_RECEIVED, received: 1, being_corrected: 1 });
    expect([await db.drafts.count(), await db.bytes.count()]).toEqual([1, 4]);
  });
});

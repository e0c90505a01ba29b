import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  BEA,
  confirmedEntry,
  draftContent,
  rejectItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { CODE, openedHandover, receive, readUser, ignoreProgress } from '#tests/support/device/transfers.ts';
import { db } from '../database/database.ts';
import { discardDraft, loadDraft, saveDraft } from '../drafts/drafts.ts';
import { listBegunCorrectionEntryIds, listEntriesBeingCorrected } from '../outbox/corrections.ts';
import { retryItems } from '../outbox/entry-actions.ts';
import { openCorrection } from '../outbox/open-correction.ts';
import { NOTHING_RECEIVED, type ReceivedCounts } from './transfer-receive.ts';
import { storeHandover, listTransfers } from './transfers.ts';

const handOverEntries = async (): Promise<number> =>
  storeHandover(await readUser(), CODE, Date.now(), ignoreProgress);

async function receivedByBea(): Promise<ReceivedCounts> {
  await signInOnDevice(BEA);
  const [transfer] = await listTransfers();
  return receive(await openedHandover(transfer?.id ?? ''));
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('S14 handover of an entry that is being corrected', () => {
  it.each([
    ['before', true],
    ['after', false],
  ])(
    'an entry and its draft stay with the author when the correction was begun %s packing the handover',
    async (_when, isBefore) => {
      const entryId = await confirmedEntry('1');
      await rejectItem();
      const begin = async () => {
        await openCorrection(ANA, entryId, null);
        expect(await listEntriesBeingCorrected(ANA)).toEqual([]);
        await saveDraft(ANA, entryId, draftContent('corrected'));
        expect(await listEntriesBeingCorrected(ANA)).toMatchObject([{ id: entryId }]);
      };
      if (isBefore) await begin();
      await handOverEntries();
      if (!isBefore) await begin();
      expect(await receivedByBea()).toEqual({ ...NOTHING_RECEIVED, being_corrected: 1 });
      await signInOnDevice(ANA);
      expect((await loadDraft(ANA, entryId))?.content).toEqual(draftContent('corrected'));
      await discardDraft(ANA, entryId);
      expect(await receivedByBea()).toEqual({ ...NOTHING_RECEIVED, received: 1 });
    },
  );

  it('S30 a handover leaves an entry with its owner when its correction was changed, but moves an entry whose correction was only opened', async () => {
    const [looked, retried] = [
      await confirmedEntry('1', { capturedAt: 1 }),
      await confirmedEntry('2', { capturedAt: 2 }),
    ];
    await rejectItem();
    await rejectItem();
    await openCorrection(ANA, looked, null);
    await openCorrection(ANA, retried, null);
    await saveDraft(ANA, retried, draftContent('corrected'));
    await retryItems(ANA, retried, Date.now());
    expect(await listEntriesBeingCorrected(ANA)).toMatchObject([{ id: retried }]);
    expect(await listBegunCorrectionEntryIds(ANA)).toEqual([retried]);
    await handOverEntries();
    expect(await receivedByBea()).toEqual({ ...NOTHING_RECEIVED, received: 1, being_corrected: 1 });
    expect([await db.drafts.count(), await db.bytes.count()]).toEqual([1, 4]);
  });
});

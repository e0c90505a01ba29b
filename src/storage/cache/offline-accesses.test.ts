import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA_ID,
  BEA_ID,
  REMOTE_EVALUATION_ID,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { signOutAccount } from '../account/accounts.ts';
import { recordClockOffsetMs } from '../device/contact.ts';
import { db } from '../database/database.ts';
import {
  MAX_STORED_ACCESSES,
  ACCESS_MERGE_MS,
  countOwnUnreportedAccesses,
  deleteReportedAccesses,
  storeOfflineAccessIfNew,
  listUnreportedAccesses,
  type AccessedItem,
} from './offline-accesses.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const createAccessedEvaluation = (evaluationId = REMOTE_EVALUATION_ID): AccessedItem => ({
  what: 'evaluation',
  evaluationId,
  fileId: null,
});
const numberedId = (number: number) => `55555555-5555-4555-8555-${String(number).padStart(12, '0')}`;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('R4 offline accesses that wait for the report to the server', () => {
  it('S15 the record of an offline access contains the time by the server’s clock, as known at the access', async () => {
    await recordClockOffsetMs(90_000, NOON);
    await storeOfflineAccessIfNew(ANA_ID, createAccessedEvaluation(), NOON);
    await recordClockOffsetMs(-90_000, NOON);
    expect(await listUnreportedAccesses(ANA_ID)).toEqual([
      { ...createAccessedEvaluation(), readAt: NOON + 90_000, leftOut: 0 },
    ]);
  });

  it('D1 the records of offline accesses contain only ids and times', async () => {
    await storeOfflineAccessIfNew(
      ANA_ID,
      { what: 'file', evaluationId: REMOTE_EVALUATION_ID, fileId: numberedId(1) },
      NOON,
    );
    const row = await db.device.get(`readings:${ANA_ID}`);
    const file = {
      what: 'file',
      evaluationId: REMOTE_EVALUATION_ID,
      fileId: numberedId(1),
      readAt: NOON,
      leftOut: 0,
    };
    expect(row).toEqual({ id: `readings:${ANA_ID}`, ownerId: ANA_ID, notes: [file] });
  });

  it('repeated offline access to the same item within minutes adds no record', async () => {
    const first = await storeOfflineAccessIfNew(ANA_ID, createAccessedEvaluation(), NOON);
    expect(first).not.toBeNull();
    expect(
      await storeOfflineAccessIfNew(ANA_ID, createAccessedEvaluation(), NOON + ACCESS_MERGE_MS - 1),
    ).toBeNull();
    await storeOfflineAccessIfNew(ANA_ID, { ...createAccessedEvaluation(), what: 'concept' }, NOON);
    await storeOfflineAccessIfNew(ANA_ID, createAccessedEvaluation(), NOON + ACCESS_MERGE_MS);
    const kept = (await listUnreportedAccesses(ANA_ID)).map(({ what, readAt }) => [what, readAt - NOON]);
    expect(kept).toEqual([
      ['evaluation', 0],
      ['concept', 0],
      ['evaluation', ACCESS_MERGE_MS],
    ]);
  });

  it('the oldest access records beyond the limit are dropped, and the oldest remaining record counts the dropped ones', async () => {
    const full = Array.from({ length: MAX_STORED_ACCESSES }, (_, number) => ({
      ...createAccessedEvaluation(numberedId(number)),
      readAt: NOON + number,
      leftOut: 0,
    }));
    await db.device.put({ id: `readings:${ANA_ID}`, ownerId: ANA_ID, notes: full });
    for (let more = 0; more < 3; more += 1)
      await storeOfflineAccessIfNew(
        ANA_ID,
        createAccessedEvaluation(numberedId(MAX_STORED_ACCESSES + more)),
        NOON + MAX_STORED_ACCESSES + more,
      );
    const notes = await listUnreportedAccesses(ANA_ID);
    expect(notes.map(({ evaluationId }) => evaluationId)).toEqual(
      Array.from({ length: MAX_STORED_ACCESSES }, (_, place) => numberedId(place + 3)),
    );
    expect(notes.map(({ leftOut }) => leftOut).filter((count) => count > 0)).toEqual([3]);
    expect(notes[0]?.leftOut).toBe(3);
  });

  it('each user’s access records survive a sign-out', async () => {
    await storeOfflineAccessIfNew(ANA_ID, createAccessedEvaluation(), NOON);
    await signOutAccount(NOON);
    expect(await countOwnUnreportedAccesses()).toBe(0);
    await signInOnDevice(BEA_ID);
    await storeOfflineAccessIfNew(BEA_ID, createAccessedEvaluation(numberedId(1)), NOON);
    await storeOfflineAccessIfNew(BEA_ID, createAccessedEvaluation(numberedId(2)), NOON);
    expect([await countOwnUnreportedAccesses(), (await listUnreportedAccesses(ANA_ID)).length]).toEqual([
      2, 1,
    ]);
  });

  it('the device deletes the access records that the server knows and keeps newer ones', async () => {
    await storeOfflineAccessIfNew(ANA_ID, createAccessedEvaluation(), NOON);
    const told = await listUnreportedAccesses(ANA_ID);
    await storeOfflineAccessIfNew(ANA_ID, createAccessedEvaluation(), NOON + ACCESS_MERGE_MS);
    await deleteReportedAccesses(ANA_ID, told);
    expect((await listUnreportedAccesses(ANA_ID)).map(({ readAt }) => readAt)).toEqual([
      NOON + ACCESS_MERGE_MS,
    ]);
    await deleteReportedAccesses(ANA_ID, await listUnreportedAccesses(ANA_ID));
    expect(await db.device.get(`readings:${ANA_ID}`)).toBeUndefined();
  });
});

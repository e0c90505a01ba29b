import { beforeEach, describe, expect, it } from 'vitest';
import { ANA, BEA, EVALUATION, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { leaveAccount } from '../account/accounts.ts';
import { recordClock } from '../device/contact.ts';
import { db } from '../database/database.ts';
import {
  READINGS_KEPT,
  READING_MERGE_MS,
  countReadings,
  forgetReadings,
  noteReading,
  waitingReadings,
  type ReadThing,
} from './readings.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const evaluation = (evaluationId = EVALUATION): ReadThing => ({
  what: 'evaluation',
  evaluationId,
  fileId: null,
});
const nth = (number: number) => `55555555-5555-4555-8555-${String(number).padStart(12, '0')}`;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('R4 access records waiting for the report to the server', () => {
  it('S15 contain the time by the server’s clock, as known at that time', async () => {
    await recordClock(90_000, NOON);
    await noteReading(ANA, evaluation(), NOON);
    await recordClock(-90_000, NOON);
    expect(await waitingReadings(ANA)).toEqual([{ ...evaluation(), readAt: NOON + 90_000, leftOut: 0 }]);
  });

  it('D1 contain only ids and times', async () => {
    await noteReading(ANA, { what: 'file', evaluationId: EVALUATION, fileId: nth(1) }, NOON);
    const row = await db.device.get(`readings:${ANA}`);
    const file = { what: 'file', evaluationId: EVALUATION, fileId: nth(1), readAt: NOON, leftOut: 0 };
    expect(row).toEqual({ id: `readings:${ANA}`, ownerId: ANA, notes: [file] });
  });

  it('merge repeated access to the same item within minutes, but not to another item', async () => {
    const first = await noteReading(ANA, evaluation(), NOON);
    expect(first).not.toBeNull();
    expect(await noteReading(ANA, evaluation(), NOON + READING_MERGE_MS - 1)).toBeNull();
    await noteReading(ANA, { ...evaluation(), what: 'concept' }, NOON);
    await noteReading(ANA, evaluation(), NOON + READING_MERGE_MS);
    const kept = (await waitingReadings(ANA)).map(({ what, readAt }) => [what, readAt - NOON]);
    expect(kept).toEqual([
      ['evaluation', 0],
      ['concept', 0],
      ['evaluation', READING_MERGE_MS],
    ]);
  });

  it('drop the oldest beyond the limit and count them in the oldest remaining one', async () => {
    const full = Array.from({ length: READINGS_KEPT }, (_, number) => ({
      ...evaluation(nth(number)),
      readAt: NOON + number,
      leftOut: 0,
    }));
    await db.device.put({ id: `readings:${ANA}`, ownerId: ANA, notes: full });
    for (let more = 0; more < 3; more += 1)
      await noteReading(ANA, evaluation(nth(READINGS_KEPT + more)), NOON + READINGS_KEPT + more);
    const notes = await waitingReadings(ANA);
    expect(notes.map(({ evaluationId }) => evaluationId)).toEqual(
      Array.from({ length: READINGS_KEPT }, (_, place) => nth(place + 3)),
    );
    expect(notes.map(({ leftOut }) => leftOut).filter((count) => count > 0)).toEqual([3]);
    expect(notes[0]?.leftOut).toBe(3);
  });

  it('survive a sign-out, separately for each user', async () => {
    await noteReading(ANA, evaluation(), NOON);
    await leaveAccount(NOON);
    expect(await countReadings()).toBe(0);
    await signInOnDevice(BEA);
    await noteReading(BEA, evaluation(nth(1)), NOON);
    await noteReading(BEA, evaluation(nth(2)), NOON);
    expect([await countReadings(), (await waitingReadings(ANA)).length]).toEqual([2, 1]);
  });

  it('are deleted when the server knows them; newer ones stay', async () => {
    await noteReading(ANA, evaluation(), NOON);
    const told = await waitingReadings(ANA);
    await noteReading(ANA, evaluation(), NOON + READING_MERGE_MS);
    await forgetReadings(ANA, told);
    expect((await waitingReadings(ANA)).map(({ readAt }) => readAt)).toEqual([NOON + READING_MERGE_MS]);
    await forgetReadings(ANA, await waitingReadings(ANA));
    expect(await db.device.get(`readings:${ANA}`)).toBeUndefined();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginWithoutCopies, loseDatabase } from '#tests/support/device/backups.ts';
import {
  allReceipts,
  ANA,
  attachedEntry,
  BEA,
  BRANCH,
  captureAndConfirm,
  claim,
  confirmation,
  confirmedEntry,
  deliverNext,
  draftContent,
  giveLetters,
  randomPicture,
  refuseNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  CODE,
  opened,
  openedHandover,
  receive,
  rescueFile,
  signedIn,
  silently,
} from '#tests/support/device/parcels.ts';
import { storesOtherwise } from '#tests/support/device/unfaithful-rows.ts';
import { leaveAccount } from '../account/accounts.ts';
import { restoreFromBackup } from '../backup/restore.ts';
import { db } from '../database/database.ts';
import { beginTurns, keepReportedTurns, readTurns } from '../device/turns.ts';
import { saveDraft, saveDraftPicture } from '../drafts/drafts.ts';
import { leaveParcel, listParcels } from '../parcels/parcels.ts';
import { enqueue } from './enqueue.ts';
import { openCorrection } from './open-correction.ts';
import { listEntries, readEntry } from './entries.ts';
import { outboxStore } from './outbox-store.ts';

const ELSEWHERE = '44444444-4444-4444-8444-444444444444';
const turnOf = async (entryId: string, ownerId = ANA) => (await readEntry(ownerId, entryId))?.turn;
const confirmedTurn = async (number: string, patch = {}) => turnOf(await confirmedEntry(number, patch));
const lastOf = async (branchId = BRANCH) => (await readTurns(branchId))?.last;

beforeEach(beginWithoutCopies);
afterEach(() => vi.restoreAllMocks());

describe('S28 P10.45 a confirmation and its turn', () => {
  it('are one transaction: each gets the next one', async () => {
    await giveLetters('B');
    expect([await confirmedTurn('1'), await confirmedTurn('2'), await confirmedTurn('3')]).toEqual([
      'B-1',
      'B-2',
      'B-3',
    ]);
  });

  it('at once are two turns, whoever confirms', async () => {
    await giveLetters('B');
    await signInOnDevice(BEA);
    const keysOfBea = await db.keys.get(BEA);
    await signInOnDevice(ANA);
    if (keysOfBea) await db.keys.put(keysOfBea);
    await Promise.all([captureAndConfirm('1'), captureAndConfirm('2', { ownerId: BEA })]);
    const rows = await db.entries.toArray();
    expect(new Set(rows.map(({ turn }) => turn))).toEqual(new Set(['B-1', 'B-2']));
  });

  it('without letters there is none, and nothing is counted', async () => {
    expect(await confirmedTurn('1')).toBeNull();
    await beginTurns(BRANCH);
    expect(await confirmedTurn('2')).toBeNull();
    expect(await lastOf()).toBe(0);
  });

  it('that fails takes no turn', async () => {
    await giveLetters('B');
    await confirmedEntry('1');
    vi.spyOn(db.patients, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    await expect(captureAndConfirm('2')).rejects.toMatchObject({ kind: 'full' });
    vi.restoreAllMocks();
    expect(await lastOf()).toBe(1);
    expect(await db.entries.count()).toBe(1);
  });

  it('that is taken back leaves its number unused for good', async () => {
    await giveLetters('B');
    await saveDraft(ANA, null, draftContent('1'));
    await saveDraftPicture(ANA, null, 'photo', randomPicture(500));
    await saveDraftPicture(ANA, null, 'signature', randomPicture(500, 'image/png'));
    storesOtherwise((rows) => rows.slice(1));
    expect(await enqueue(confirmation('1'))).toEqual({ type: 'unverified' });
    expect(await confirmedTurn('2')).toBe('B-2');
  });

  it('count by branch', async () => {
    await giveLetters('B');
    await giveLetters('F', ELSEWHERE);
    expect(await confirmedTurn('1')).toBe('B-1');
    expect(await confirmedTurn('2', { branchId: ELSEWHERE })).toBe('F-1');
    expect(await confirmedTurn('3')).toBe('B-2');
  });

  it('are for people: an attachment has none', async () => {
    await giveLetters('B');
    await attachedEntry();
    expect((await listEntries(ANA, { limit: 9 })).map(({ turn }) => turn)).toEqual([null]);
    expect(await lastOf()).toBe(0);
  });
});

describe('S28 P10.46 whoever uses the device, and whatever happens to it', () => {
  it.each(['2019-01-01T12:00:00Z', '2099-01-01T12:00:00Z'])(
    'a clock at %s begins no other day',
    async (wrong) => {
      await giveLetters('B', BRANCH, '2026-11-23');
      await confirmedEntry('1');
      vi.spyOn(Date, 'now').mockReturnValue(Date.parse(wrong));
      const capturedAt = Date.now();
      expect(await confirmedTurn('2', { capturedAt })).toBe('B-2');
      vi.restoreAllMocks();
      expect(await confirmedTurn('3')).toBe('B-3');
    },
  );

  it('the next person on the same day goes on counting', async () => {
    await giveLetters('B');
    await confirmedEntry('1');
    await leaveAccount(Date.now());
    await signInOnDevice(BEA);
    expect(await turnOf(await confirmedEntry('2', { ownerId: BEA }), BEA)).toBe('B-2');
    await leaveAccount(Date.now());
    await signInOnDevice(ANA);
    expect(await confirmedTurn('3')).toBe('B-3');
  });

  it('a lost database comes back with its turns given, and begins another count', async () => {
    await giveLetters('B');
    const entryId = await confirmedEntry('1');
    const before = (await readTurns(BRANCH))?.counterId;
    await loseDatabase();
    await restoreFromBackup();
    expect(await turnOf(entryId)).toBe('B-1');
    expect(await readTurns(BRANCH)).toBeNull();
    expect(await confirmedTurn('2')).toBeNull();
    expect((await beginTurns(BRANCH)).counterId).not.toBe(before);
  });

  it.each([{ last: -1 }, { last: 10_000 }, { last: '3' }, { letters: 'b' }, { counterId: 'x' }])(
    'a count that says %j is none: another one begins',
    async (damage) => {
      await giveLetters('B');
      const kept = await beginTurns(BRANCH);
      await db.device.put({ ...kept, ...(damage as object) });
      expect(await readTurns(BRANCH)).toBeNull();
      expect(await confirmedTurn('1')).toBeNull();
      expect(await beginTurns(BRANCH)).toMatchObject({ letters: null, last: 0 });
    },
  );

  it('one that is given while a report is on its way is not told by it', async () => {
    await giveLetters('B');
    const asked = await beginTurns(BRANCH);
    await confirmedEntry('1');
    await keepReportedTurns(asked, { letters: 'B', today: '2026-11-24' });
    expect(await readTurns(BRANCH)).toMatchObject({ last: 1, told: 0, day: '2026-11-24' });
  });

  it('a report of a count that is gone says nothing of the one that began since', async () => {
    await giveLetters('B');
    const asked = await beginTurns(BRANCH);
    await wipeDevice();
    await beginTurns(BRANCH);
    await keepReportedTurns(asked, { letters: 'B', today: '2026-11-23' });
    expect(await readTurns(BRANCH)).toMatchObject({ letters: null, last: 0 });
  });

  it('two windows that begin together begin one count', async () => {
    const [one, other] = await Promise.all([beginTurns(BRANCH), beginTurns(BRANCH)]);
    expect(other.counterId).toBe(one.counterId);
  });
});

describe('S28 P10.47 the turn stays with its entry', () => {
  it('through a correction', async () => {
    await giveLetters('B');
    const entryId = await confirmedEntry('9999000017');
    await refuseNext();
    await openCorrection(ANA, entryId, null);
    await captureAndConfirm('9999000025', { correcting: entryId });
    expect(await turnOf(entryId)).toBe('B-1');
    expect(await confirmedTurn('3')).toBe('B-2');
  });

  it('into its receipt', async () => {
    await giveLetters('B');
    await confirmedEntry('1');
    for (let nth = 0; nth < 3; nth += 1) await deliverNext();
    expect((await allReceipts()).map(({ turn }) => turn)).toEqual(['B-1']);
  });

  it('in a handover, and what was handed over says it too', async () => {
    await giveLetters('B');
    const entryId = await confirmedEntry('1');
    await leaveParcel(await signedIn(), CODE, Date.now(), silently);
    await signInOnDevice(BEA);
    const [parcel] = await listParcels();
    await receive(await openedHandover(parcel?.id ?? ''));
    expect(await turnOf(entryId, BEA)).toBe('B-1');
    await signInOnDevice(ANA);
    expect((await allReceipts()).map(({ turn }) => turn)).toEqual(['B-1']);
  });

  it('in a rescue file, on a tablet that counts by itself', async () => {
    await giveLetters('B');
    const entryId = await confirmedEntry('1');
    const file = await rescueFile();
    await wipeDevice();
    await signInOnDevice(ANA);
    await giveLetters('C');
    await receive(await opened(file));
    expect(await turnOf(entryId)).toBe('B-1');
    expect(await confirmedTurn('2')).toBe('C-1');
  });

  it('one that cannot be is not shown', async () => {
    const entryId = await confirmedEntry('1');
    await db.entries.update(entryId, { turn: '<b>1</b>' });
    expect(await turnOf(entryId)).toBeNull();
  });
});

describe('S28 P10.240 whoever sends an entry sends its turn', () => {
  it('after a correction', async () => {
    await giveLetters('B');
    const entryId = await confirmedEntry('9999000017');
    await refuseNext();
    await openCorrection(ANA, entryId, null);
    await captureAndConfirm('9999000025', { correcting: entryId });
    expect((await claim()).turn).toBe('B-1');
  });

  it('after a handover', async () => {
    await giveLetters('B');
    await confirmedEntry('1');
    await leaveParcel(await signedIn(), CODE, Date.now(), silently);
    await signInOnDevice(BEA);
    const [parcel] = await listParcels();
    await receive(await openedHandover(parcel?.id ?? ''));
    expect((await outboxStore.claimNext(BEA, Date.now()))?.turn).toBe('B-1');
  });

  it('out of a rescue file, and out of the second copy', async () => {
    await giveLetters('B');
    await confirmedEntry('1');
    const file = await rescueFile();
    await loseDatabase();
    await restoreFromBackup();
    expect((await claim()).turn).toBe('B-1');
    await wipeDevice();
    await signInOnDevice(ANA);
    await receive(await opened(file));
    expect((await claim()).turn).toBe('B-1');
  });

  it('nothing where it has none, or one that cannot be', async () => {
    const entryId = await confirmedEntry('1');
    await db.entries.update(entryId, { turn: 'B-0' });
    await confirmedEntry('2');
    expect([(await claim()).turn, (await claim()).turn]).toEqual([null, null]);
  });
});

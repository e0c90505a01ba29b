import { beforeEach, describe, expect, it } from 'vitest';
import {
  listAllReceipts,
  ANA_ID,
  enqueueSampleAttachment,
  BEA_ID,
  claimDueItem,
  confirmAndDeliverEntry,
  confirmNewEntry,
  countEntryAndBytesRows,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  applyTestStatement,
  INCARNATION,
  NEXT_INCARNATION,
  createBackupStatementWithHmac,
  createBackupStatement,
} from '#tests/support/device/backup-statement.ts';
import { signOutAccount } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { countUnsentOfUser } from '../device/unsent.ts';
import { readUnsentDataSummary } from '../device/storage-space.ts';
import { hasDataNeedingKeysOrReceipts } from '../keys/keyring.ts';
import { readRegistrationFigures } from '../outbox/entries.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { readClaimedContent } from '../outbox/sending/outbox-content.ts';
import { outboxStore } from '../outbox/sending/outbox-store.ts';
import {
  applyMissingBackupStatement,
  readBackupStatement,
  listDeliveredSinceStatement,
} from './apply-statement.ts';
import { verifyBackupStatement } from './statement.ts';
import { readRetentionSummary } from './summary.ts';

const MS_PER_HOUR = 60 * 60_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const TEST_DEVICE_ID = '99999999-9999-4999-8999-999999999999';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

async function deliverAllItems(): Promise<{ kind: string; key: string; sha256: string }[]> {
  const sent: { kind: string; key: string; sha256: string }[] = [];
  for (;;) {
    const claimed = await outboxStore.claimNext(ANA_ID, Date.now());
    if (!claimed) return sent;
    const content = await readClaimedContent(claimed);
    if (content.type === 'lost') throw new Error('the content is lost');
    sent.push({ kind: claimed.item.kind, key: claimed.item.key, sha256: content.sha256 });
    await outboxStore.settle(claimed, { type: 'deliver', remoteId: crypto.randomUUID() }, Date.now());
  }
}

describe('S29 P10.105 retention of delivered entries until a backup contains them', () => {
  it('the device retains no delivered entry when the server reports no backups', async () => {
    await confirmAndDeliverEntry('1');
    expect(await countEntryAndBytesRows()).toEqual([0, 0, 0]);
    expect(await readRetentionSummary(ANA_ID)).toBeNull();
  });

  it('entries delivered after a backup statement are retained with their files and do not count as unsent', async () => {
    await applyTestStatement(createBackupStatement());
    const entryId = await confirmAndDeliverEntry('1');
    expect(await countEntryAndBytesRows()).toEqual([0, 1, 2]);
    expect(await countUnsentOfUser(ANA_ID)).toEqual({ evaluations: 0, files: 0, corrections: 0 });
    expect((await readUnsentDataSummary(ANA_ID)).bytes).toBe(0);
    expect(await listAllReceipts()).toMatchObject([{ id: entryId, outcome: 'delivered' }]);
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({
      registered: 1,
      confirmed: 1,
      onTheirWay: 0,
    });
  });

  it('an entry is retained completely even if one of its files was delivered before the retention began', async () => {
    const entryId = await confirmNewEntry('1');
    await deliverNextItem();
    await deliverNextItem();
    await applyTestStatement(createBackupStatement());
    await deliverNextItem();
    expect(await countEntryAndBytesRows()).toEqual([0, 1, 2]);
    expect(await db.receipts.get(entryId)).toMatchObject({ outcome: 'delivered' });
  });

  it('the device retains neither discarded entries nor entries whose image app version 0.1 deleted', async () => {
    const entryId = await confirmNewEntry('1');
    await deliverNextItem();
    await deliverNextItem();
    const arrived = (await db.items.where('entryId').equals(entryId).toArray()).find(
      ({ kind, state }) => kind !== 'evaluation' && state.name === 'delivered',
    );
    await db.bytes.delete(arrived?.picture?.bytesId ?? '');
    await db.items.update(arrived?.id ?? '', { picture: null });
    await applyTestStatement(createBackupStatement());
    await deliverNextItem();
    await discardOutboxEntry(ANA_ID, await confirmNewEntry('2'), Date.now());
    expect(await countEntryAndBytesRows()).toEqual([0, 0, 0]);
    expect(await db.receipts.get(entryId)).toMatchObject({ outcome: 'delivered' });
  });

  it('P10.109 the device deletes a retained entry with its files when a verified backup contains it; the retention summary states until when backups are complete', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmAndDeliverEntry('1');
    const at = Date.now();
    await applyTestStatement(createBackupStatement({ at, backedUpUntil: at - MS_PER_DAY }));
    const retention = await readRetentionSummary(ANA_ID);
    expect(retention).toMatchObject({
      own: 1,
      others: 0,
      until: at + 7 * MS_PER_DAY,
      backedUpUntil: at - MS_PER_DAY,
    });
    expect(retention?.size).toBeGreaterThan(29_000);
    await confirmAndDeliverEntry('2');
    await applyTestStatement(createBackupStatement({ at: at + MS_PER_DAY, backedUpUntil: at + MS_PER_HOUR }));
    expect(await countEntryAndBytesRows()).toEqual([0, 1, 2]);
    await applyTestStatement(
      createBackupStatement({ at: at + 2 * MS_PER_DAY, backedUpUntil: at + MS_PER_DAY + MS_PER_HOUR }),
    );
    expect(await countEntryAndBytesRows()).toEqual([0, 0, 0]);
  });

  it('a backup statement does not apply to entries that were delivered during the request for the statement', async () => {
    await applyTestStatement(createBackupStatement());
    const unseen = await listDeliveredSinceStatement();
    await confirmAndDeliverEntry('1');
    expect(unseen).toEqual([]);
    const { applyBackupStatement } = await import('./apply-statement.ts');
    await applyBackupStatement({ statement: createBackupStatement(), unseen, room: 1e9, now: Date.now() });
    expect((await db.kept.toArray()).map(({ seenAt }) => seenAt)).toEqual([0]);
  });

  it('the device releases retained entries after seven days without a newer backup, or after thirty days of responses without a backup statement', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmAndDeliverEntry('1');
    await applyTestStatement(createBackupStatement());
    await applyTestStatement(createBackupStatement({ at: Date.now() + 8 * MS_PER_DAY }));
    expect(await countEntryAndBytesRows()).toEqual([0, 0, 0]);
    await confirmAndDeliverEntry('2');
    const now = Date.now();
    for (let day = 1; day <= 30; day += 1)
      await applyMissingBackupStatement(now + day * MS_PER_DAY + MS_PER_HOUR);
    expect(await countEntryAndBytesRows()).toEqual([0, 1, 2]);
    await applyMissingBackupStatement(now + 32 * MS_PER_DAY);
    expect([...(await countEntryAndBytesRows()), await readBackupStatement()]).toEqual([0, 0, 0, null]);
  });

  it('retained entries stay encrypted, unreadable for other users, and on the device after a sign-out', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmAndDeliverEntry('9999000017');
    await signOutAccount(Date.now());
    const all = JSON.stringify(await db.kept.toArray(), (_key, value: unknown) =>
      value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
    );
    expect(all).not.toMatch(/9999000017|Zoraida|Quiñones/);
    expect(await hasDataNeedingKeysOrReceipts(ANA_ID)).toBe(true);
    await signInOnDevice(BEA_ID);
    expect(await readRetentionSummary(BEA_ID)).toMatchObject({ own: 0, others: 1 });
  });
});

describe('S29 P10.106 entries that the server lost', () => {
  it('the device resends entries that the server lost, unchanged, with the same idempotency keys and in the same order', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmNewEntry('1');
    const first = await deliverAllItems();
    const at = Date.now();
    await applyTestStatement(createBackupStatement({ at }));
    expect(
      await applyTestStatement(
        createBackupStatement({ life: NEXT_INCARNATION, after: INCARNATION, holdsUntil: at - MS_PER_HOUR }),
      ),
    ).toBe(1);
    expect(await countEntryAndBytesRows()).toEqual([1, 0, 2]);
    expect(await listAllReceipts()).toEqual([]);
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({
      registered: 1,
      confirmed: 0,
      onTheirWay: 1,
    });
    const again = await deliverAllItems();
    const sortByKey = (sent: typeof again) => sent.toSorted((a, b) => a.key.localeCompare(b.key));
    expect(sortByKey(again)).toEqual(sortByKey(first));
    expect(again[0]?.kind).toBe('evaluation');
    expect(await countEntryAndBytesRows()).toEqual([0, 1, 2]);
    expect(await listAllReceipts()).toHaveLength(1);
  });

  it('the device does not resend entries that the restored backup contains; the next backup releases them', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmAndDeliverEntry('1');
    const at = Date.now();
    await applyTestStatement(createBackupStatement({ at }));
    const restored = { life: NEXT_INCARNATION, after: INCARNATION, holdsUntil: at + MS_PER_HOUR };
    expect(await applyTestStatement(createBackupStatement({ ...restored, at: at + MS_PER_DAY }))).toBe(0);
    expect(await countEntryAndBytesRows()).toEqual([0, 1, 2]);
    await applyTestStatement(
      createBackupStatement({
        ...restored,
        at: at + 2 * MS_PER_DAY,
        backedUpUntil: at + MS_PER_DAY + MS_PER_HOUR,
      }),
    );
    expect(await countEntryAndBytesRows()).toEqual([0, 0, 0]);
  });

  it('a lost entry returns to its owner’s outbox and is sent after that user’s sign-in', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmAndDeliverEntry('1');
    await signInOnDevice(BEA_ID);
    expect(await applyTestStatement(createBackupStatement({ life: NEXT_INCARNATION }))).toBe(1);
    expect(await outboxStore.claimNext(BEA_ID, Date.now())).toBeNull();
    await signInOnDevice(ANA_ID);
    expect(await deliverAllItems()).toHaveLength(3);
  });

  it('the device resends attachments that a restored server has lost', async () => {
    await applyTestStatement(createBackupStatement());
    await enqueueSampleAttachment();
    const first = await deliverAllItems();
    expect(await applyTestStatement(createBackupStatement({ life: NEXT_INCARNATION }))).toBe(1);
    expect(await deliverAllItems()).toEqual(first);
  });

  it('the device resends a partly delivered entry that the server lost, starting with the evaluation', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmNewEntry('1');
    await deliverNextItem();
    const photo = await claimDueItem();
    const refusal = { status: 404, code: 'not_found', message: '', details: [] };
    await outboxStore.settle(photo, { type: 'refuse', refusal }, Date.now());
    await applyTestStatement(createBackupStatement({ life: NEXT_INCARNATION }));
    expect((await deliverAllItems()).map(({ kind }) => kind).sort()).toEqual([
      'evaluation',
      'photo',
      'signature',
    ]);
    expect(await listAllReceipts()).toHaveLength(1);
  });

  it('a lost entry whose rejected picture needs a correction still waits for that correction', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmNewEntry('1');
    await deliverNextItem();
    const photo = await claimDueItem();
    const refusal = { status: 415, code: 'file_invalid', message: '', details: [] };
    await outboxStore.settle(photo, { type: 'refuse', refusal }, Date.now());
    await applyTestStatement(createBackupStatement({ life: NEXT_INCARNATION }));
    const [entry] = await db.entries.toArray();
    expect(entry?.standing).toBe('attention');
    expect((await deliverAllItems()).map(({ kind }) => kind)).not.toContain(photo.item.kind);
  });

  it.each([
    ['another key', (hmac: string) => hmac.replace(/^./, (first) => (first === '0' ? '1' : '0'))],
    ['none', () => ''],
  ])(
    'the device ignores a backup statement without a valid HMAC for this user and device (HMAC: %s)',
    async (_name, changed) => {
      const to = { userId: ANA_ID, deviceId: TEST_DEVICE_ID };
      const right = await createBackupStatementWithHmac(
        createBackupStatement({ backedUpUntil: Date.now() }),
        to,
      );
      expect(await verifyBackupStatement(right, to)).toMatchObject({ life: INCARNATION });
      expect(await verifyBackupStatement({ ...right, hmac: changed(right.hmac) }, to)).toBeNull();
      expect(await verifyBackupStatement({ ...right, life: NEXT_INCARNATION }, to)).toBeNull();
      expect(await verifyBackupStatement(right, { ...to, deviceId: ANA_ID })).toBeNull();
      await signInOnDevice(BEA_ID);
      expect(await verifyBackupStatement(right, { ...to, userId: BEA_ID })).toBeNull();
    },
  );
});

import { beforeEach, describe, expect, it } from 'vitest';
import {
  listAllReceipts,
  SAMPLE_REJECTION,
  ANA_ID,
  BRANCH_ID,
  confirmNewEntry,
  REMOTE_EVALUATION_ID,
  assignQueueLetters,
} from '#tests/support/device/device.ts';
import {
  applyTestStatement,
  NEXT_INCARNATION,
  createBackupStatement,
} from '#tests/support/device/backup-statement.ts';
import { setReleasedRounds } from '#tests/support/device/few-rounds.ts';
import {
  PASSWORD,
  writeFixtureDatabase,
  type ReleasedDeviceFixture,
} from '#tests/support/device/released-schema.ts';
import type { ClaimedItem, Sender } from '#domain/outbox/ports.ts';
import { signInAccountOffline, signOutAccount, readAccount } from '#storage/account/accounts.ts';
import { loadWorksheet } from '#storage/drafts/clinical-drafts.ts';
import { db } from '#storage/database/database.ts';
import { readQueueNumberCounter } from '#storage/device/queue-numbers.ts';
import { makeEmailTag, readWrappedKeyByEmailTag, unlockVaultKeys } from '#storage/keys/device-keys.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { exchangeDraft, listParkedDrafts } from '#storage/drafts/parked-drafts.ts';
import { makeItemsDueForRetry } from '#storage/outbox/entry-actions.ts';
import { listEntries, readQueuedRegistration, readRegistrationFigures } from '#storage/outbox/entries.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import { listBegunCorrectionsOfSent } from '#storage/outbox/registrations/corrections.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { drain } from '../outbox/sending/drain.ts';
import { RequestLimiter } from '../outbox/sending/request-limiter.ts';

setReleasedRounds();

const fixtures = import.meta.glob<ReleasedDeviceFixture>('../../storage/database/fixtures/*.json', {
  eager: true,
  import: 'default',
});
/** Returns the devices whose file names are `prefix` and a schema version, sorted by version. */
const listFixtures = (prefix: string) =>
  Object.entries(fixtures)
    .filter(([file]) => file.includes(`/${prefix}`))
    .map(([, fixture]) => fixture)
    .sort((a, b) => a.version - b.version);

const releasedDevices = listFixtures('v');

/** Database schema version of 0.1, the first release. */
const BASELINE_SCHEMA_VERSION = 4;

it('S21 the fixtures contain a device of every schema version since the first release', () => {
  const released = Array.from(
    { length: db.verno - BASELINE_SCHEMA_VERSION + 1 },
    (_none, nth) => BASELINE_SCHEMA_VERSION + nth,
  );
  expect(releasedDevices.map(({ version }) => version)).toEqual(released);
});

/** Stored devices with three registrations, two of them parked (S27), one device per version that had parked drafts. */
const PARKED_DRAFT_DEVICES = listFixtures('parked-v');

/**
 * Stored devices with queue letters, a counter and two assigned queue numbers (S28), one on a delivered entry. The code of each
 * version wrote its device.
 */
const QUEUE_NUMBER_DEVICES = listFixtures('turns-v');

/** Stored devices with three corrections: of a sent registration, of a registration in flight, and an unfinished one. */
const CORRECTION_DEVICES = listFixtures('corrections-v');

async function openDeviceOf(fixture: ReleasedDeviceFixture): Promise<void> {
  db.close();
  await writeFixtureDatabase(db.name, fixture);
  await db.open();
}

function makeAcceptingSender() {
  const sent: { claimed: ClaimedItem; content: Awaited<ReturnType<typeof readItemContent>> }[] = [];
  const courier: Sender = {
    begin: () => undefined,
    prepare: async (claimed) => {
      const content = await readItemContent(claimed.item.id);
      const send = async () => {
        sent.push({ claimed, content });
        return { type: 'accepted', remoteId: crypto.randomUUID() } as const;
      };
      return { size: 100, send };
    },
    probe: () => Promise.resolve({ reached: true }),
  };
  const traffic = new RequestLimiter(Date.now);
  const sendAll = () =>
    drain(ANA_ID, { store: outboxStore, courier, now: Date.now, jitter: () => 0.5, traffic });
  return { sent, sendAll };
}

const documentNumbersOf = (views: Awaited<ReturnType<typeof listEntries>>) =>
  views.filter(({ kind }) => kind === 'registration').map(({ summary }) => summary.identification_number);

describe.each(releasedDevices)('S21 device of schema version $version after the app update', (fixture) => {
  const { tables } = fixture;
  beforeEach(async () => {
    await openDeviceOf(fixture);
    // Each window loads the draft when it starts.
    await loadDraft(ANA_ID, null);
  });

  it('the app update keeps the user signed in with all account data', async () => {
    expect(await readAccount()).toMatchObject({
      userId: ANA_ID,
      branchId: BRANCH_ID,
      gate: 'open',
      email: '1111@clinica.test',
      displayName: 'Persona',
    });
  });

  it('the app reads and counts the waiting, rejected and delivered entries', async () => {
    const entries = await listEntries(ANA_ID, { limit: 9 });
    expect(documentNumbersOf(entries)).toEqual(['9999000025', '9999000033', '9999000041']);
    expect(entries).toHaveLength(4);
    const [refused] = entries[0]?.items ?? [];
    expect(refused?.state).toMatchObject({ name: 'attention', refusal: SAMPLE_REJECTION, correctable: true });
    const [receipt] = await listAllReceipts();
    expect(receipt).toMatchObject({
      outcome: 'delivered',
      evaluationId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      summary: { identification_number: '9999000017' },
    });
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({
      registered: 4,
      confirmed: 1,
      attention: 1,
    });
  });

  it('the app sends every item completely, under its idempotency key and for its owner', async () => {
    const { sent, sendAll } = makeAcceptingSender();
    await makeItemsDueForRetry(
      ANA_ID,
      String(tables['items'] && (await listEntries(ANA_ID, { limit: 1 }))[0]?.id),
      Date.now(),
    );
    await outboxStore.wake(ANA_ID, ['no_answer'], Date.now());
    expect(await sendAll()).toBe('drained');
    const undelivered = (tables['items'] as { key: string; state: { name: string } }[]).filter(
      ({ state }) => state.name !== 'delivered',
    );
    expect(sent.map(({ claimed }) => claimed.item.key).sort()).toEqual(
      undelivered.map(({ key }) => key).sort(),
    );
    expect(sent.filter(({ content }) => content.type === 'lost')).toEqual([]);
    for (const { claimed } of sent)
      expect([claimed.capturedBy, claimed.consent, claimed.item.branchId]).toEqual([ANA_ID, null, BRANCH_ID]);
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({
      registered: 4,
      confirmed: 4,
      onTheirWay: 0,
      attention: 0,
    });
    // All that remain are the draft's photo and the files of retained entries.
    expect(await db.bytes.count()).toBe(1 + (await db.kept.orderBy('bytesIds').count()));
  });

  it('S28 entries stored before queue numbers existed have none, and the first entry after the queue letters arrive gets number 1', async () => {
    const views = [...(await listEntries(ANA_ID, { limit: 9 })), ...(await listAllReceipts())];
    const receipts = fixture.tables['receipts'] ?? [];
    expect(views.map(({ turn }) => turn)).toEqual([null, null, null, null, ...receipts.map(() => null)]);
    const queueNumberOf = async (number: string) =>
      (await readQueuedRegistration(ANA_ID, await confirmNewEntry(number)))?.turn ?? null;
    expect(await queueNumberOf('9999000066')).toBeNull();
    await assignQueueLetters('B');
    expect(await queueNumberOf('9999000074')).toBe('B-1');
  });

  it("after an update, the app still reads unsaved input of the earlier version: the draft with its photo, and a doctor's texts", async () => {
    const draft = await loadDraft(ANA_ID, null);
    expect(draft?.content?.form.identification_number).toBe('9999000058');
    expect(draft?.photo?.bytes.byteLength).toBe(600);
    const worksheet = await loadWorksheet(ANA_ID, REMOTE_EVALUATION_ID);
    expect(worksheet?.texts['note:concepto']?.mine).toBe('Apto');
  });
});

/** First schema version with retained entries. */
const RETENTION_SCHEMA_VERSION = 5;

it.each(releasedDevices.filter(({ version }) => version >= RETENTION_SCHEMA_VERSION))(
  'S29 P10.106 S21 the app resends a retained entry that a device of schema version $version stored, when the server has lost the entry',
  async (fixture) => {
    await openDeviceOf(fixture);
    const kept = await db.kept.toArray();
    expect(kept).toHaveLength(1);
    expect(await applyTestStatement(createBackupStatement({ life: NEXT_INCARNATION }))).toBe(1);
    const { sent, sendAll } = makeAcceptingSender();
    await sendAll();
    const again = sent.find(({ claimed }) => claimed.item.key === kept[0]?.items[0]?.key);
    expect(again?.content).toMatchObject({ type: 'file', mime: 'application/pdf' });
  },
);

describe.each([...releasedDevices, ...PARKED_DRAFT_DEVICES])(
  'S27 draft from a device of schema version $version',
  (fixture) => {
    it('S21 the app parks the draft and restores it completely', async () => {
      await openDeviceOf(fixture);
      const before = await loadDraft(ANA_ID, null);
      const bytes = await db.bytes.count();
      expect(await exchangeDraft(ANA_ID, null, 3_000)).toBe('exchanged');
      expect(await loadDraft(ANA_ID, null)).toBeNull();
      const parked = (await listParkedDrafts(ANA_ID)).find(({ parkedAt }) => parkedAt === 3_000);
      expect(await exchangeDraft(ANA_ID, parked?.id ?? '', 4_000)).toBe('exchanged');
      expect(await loadDraft(ANA_ID, null)).toEqual(before);
      expect(await db.bytes.count()).toBe(bytes);
    });
  },
);

it('S27 P10.62 S21 the app reopens a draft that was parked by an earlier version at its step, with photo and signature', async () => {
  expect(PARKED_DRAFT_DEVICES).not.toHaveLength(0);
  for (const fixture of PARKED_DRAFT_DEVICES) {
    await openDeviceOf(fixture);
    const [first, second] = await listParkedDrafts(ANA_ID);
    expect([first, second]).toMatchObject([
      { parkedAt: 1_000, hasPhoto: true, hasSignature: true, content: { step: 2 } },
      {
        parkedAt: 2_000,
        hasPhoto: false,
        content: { form: { identification_number: '9999000074' }, step: 1 },
      },
    ]);
    await loadDraft(ANA_ID, null);
    expect(await exchangeDraft(ANA_ID, first?.id ?? '', 3_000)).toBe('exchanged');
    const back = await loadDraft(ANA_ID, null);
    expect([back?.photo?.bytes.byteLength, back?.signature?.bytes.byteLength]).toEqual([600, 300]);
    expect(back?.content?.form.identification_number).toBe('9999000066');
  }
});

it('S21 S30 P10.286 the app reads corrections stored by each released version and sends each after its registration', async () => {
  expect(CORRECTION_DEVICES).not.toHaveLength(0);
  for (const fixture of CORRECTION_DEVICES) {
    await openDeviceOf(fixture);
    const begun = await listBegunCorrectionsOfSent(ANA_ID);
    expect(begun).toMatchObject([{ patientName: 'Zoé Quiñones' }]);
    expect((await loadDraft(ANA_ID, begun[0]?.key ?? ''))?.content?.form.last_name).toBe('Páez');
    const { sent, sendAll } = makeAcceptingSender();
    expect(await sendAll()).toBe('drained');
    const leads = sent.filter(({ claimed }) => claimed.item.kind === 'correction');
    expect(leads).toHaveLength(2);
    expect(sent.filter(({ content }) => content.type === 'lost')).toEqual([]);
    expect(leads.map(({ claimed }) => claimed.evaluationId)).not.toContain(null);
    const kinds = sent.map(({ claimed }) => claimed.item.kind);
    expect(kinds.lastIndexOf('correction')).toBeGreaterThan(kinds.indexOf('evaluation'));
    expect(await db.entries.count()).toBe(0);
  }
});

it('S28 S21 the fixtures contain a device that assigned queue numbers', () =>
  expect(QUEUE_NUMBER_DEVICES).not.toHaveLength(0));
describe.each(QUEUE_NUMBER_DEVICES)(
  'S28 P10.217 S21 device of schema version $version that assigned queue numbers',
  (fixture) => {
    beforeEach(async () => {
      await openDeviceOf(fixture);
      await loadDraft(ANA_ID, null);
    });
    const shownQueueNumbers = async () =>
      [...(await listAllReceipts()), ...(await listEntries(ANA_ID, { limit: 9 }))].map(({ turn }) => turn);

    it('the app shows the queue numbers of waiting and delivered entries', async () =>
      expect(await shownQueueNumbers()).toEqual(['B-1', 'B-2']));

    it('the app continues the queue numbers with the same letters and counter', async () => {
      const before = await readQueueNumberCounter(BRANCH_ID);
      expect(before).toMatchObject({ letters: 'B', last: 2, day: '2026-11-23' });
      const next = await confirmNewEntry('9999000033');
      expect((await readQueuedRegistration(ANA_ID, next))?.turn).toBe('B-3');
      expect(await shownQueueNumbers()).toEqual(['B-1', 'B-2', 'B-3']);
      expect(await readQueueNumberCounter(BRANCH_ID)).toEqual({ ...before, last: 3 });
    });

    it('the app sends each queue number and keeps it with its patient after all items were sent', async () => {
      const { sendAll, sent } = makeAcceptingSender();
      expect(await sendAll()).toBe('drained');
      expect(sent.map(({ claimed }) => claimed.turn)).toContain('B-2');
      const receipts = (await listAllReceipts()).map(({ turn, summary }) => [
        turn,
        summary.identification_number,
      ]);
      expect(receipts).toEqual([
        ['B-2', '9999000025'],
        ['B-1', '9999000017'],
      ]);
    });
  },
);

it("S21 D2 the password unwraps the data key that the app's first release stored on a device, and that key decrypts the entries", async () => {
  const first = releasedDevices.find(({ version }) => version === BASELINE_SCHEMA_VERSION);
  if (!first) throw new Error('the device of the baseline is missing');
  await openDeviceOf(first);
  await signOutAccount(Date.now());
  const copy = await readWrappedKeyByEmailTag(await makeEmailTag(' 1111@Clinica.TEST'));
  expect(copy && (await unlockVaultKeys(copy, 'otra-clave-9'))).toBeNull();
  const keys = copy && (await unlockVaultKeys(copy, PASSWORD));
  if (!copy || !keys) throw new Error('the copy does not open');
  expect(await signInAccountOffline(copy, keys)).toMatchObject({
    userId: ANA_ID,
    gate: 'offline',
    displayName: 'Persona',
  });
  expect(documentNumbersOf(await listEntries(ANA_ID, { limit: 9 }))).toHaveLength(3);
});

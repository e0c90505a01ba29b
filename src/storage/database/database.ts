import { Dexie, type EntityTable, type Table, type Transaction } from 'dexie';
import { sealFacts, type AccountFacts } from '../vault/account-facts.ts';
import { entryWatch } from './entry-watch.ts';
import { leaveCleanupMode } from './cleanup-mode.ts';
import { singleWriter } from './single-writer.ts';
import type * as rows from './records.ts';

type PlainAccount = AccountFacts & Omit<rows.AccountRow, 'sealedFacts'>;

/** Encryption would end the upgrade's transaction; `waitFor` keeps it busy meanwhile. */
async function sealAccount(upgrade: Transaction): Promise<void> {
  const accounts = upgrade.table<PlainAccount | rows.AccountRow>('accounts');
  const plain = (await accounts.get('current')) as PlainAccount | undefined;
  if (!plain) return;
  const keys = await upgrade.table<rows.KeyRow>('keys').get(plain.userId);
  if (!keys) return accounts.delete('current'); // Whoever it is can read nothing here without signing in.
  const { id, userId, branchId, gate } = plain;
  const sealedFacts = await Dexie.waitFor(sealFacts(keys, userId, plain));
  await accounts.put({ id, userId, branchId, gate, sealedFacts });
}

/**
 * The device's database. Each released schema stays in this list for good (S21); a change is a new version with its
 * upgrade. `strict`: a transaction reports success only after the bytes were flushed (S2); Chromium's default does not.
 */
export class DeviceDatabase extends Dexie {
  declare keys: EntityTable<rows.KeyRow, 'userId'>;
  declare deviceKeys: EntityTable<rows.DeviceKeyRow, 'id'>;
  declare accounts: EntityTable<rows.AccountRow, 'id'>;
  declare drafts: EntityTable<rows.DraftRow, 'id'>;
  declare bytes: EntityTable<rows.BytesRow, 'id'>;
  declare entries: EntityTable<rows.EntryRow, 'id'>;
  declare items: EntityTable<rows.ItemRow, 'id'>;
  declare receipts: EntityTable<rows.ReceiptRow, 'id'>;
  declare parcels: EntityTable<rows.ParcelRow, 'id'>;
  declare parcelEntries: EntityTable<rows.ParcelEntryRow, 'id'>;
  declare patients: EntityTable<rows.PatientRow, 'tag'>;
  declare catalogs: Table<rows.CatalogRowRecord, [string, string]>;
  declare mirrors: EntityTable<rows.MirrorRow, 'resource'>;
  declare recents: Table<rows.RecentRow, [string, string, string]>;
  declare cache: EntityTable<rows.CacheRow, 'key'>;
  declare clinicalDrafts: EntityTable<rows.ClinicalDraftRow, 'id'>;
  declare device: Table<rows.DeviceRow, rows.DeviceRow['id']>;

  constructor(name = 'ventanilla') {
    super(name, { chromeTransactionDurability: 'strict' });
    this.use(singleWriter).use(leaveCleanupMode).use(entryWatch);
    this.version(1).stores({
      keys: 'userId',
      accounts: 'id',
      drafts: 'id, ownerId, photo.bytesId, signature.bytesId',
      bytes: 'id, ownerId',
      entries: 'id, ownerId, [ownerId+standing+capturedAt], [ownerId+capturedAt], [ownerId+patientTag]',
      items: 'id, entryId, picture.bytesId, [ownerId+state.name], [ownerId+lane+dueAt+capturedAt]',
      receipts: 'id, ownerId, [ownerId+capturedAt], [ownerId+patientTag]',
      patients: 'tag, ownerId',
      catalogs: '[resource+id], resource',
      mirrors: 'resource',
      recents: '[ownerId+resource+id], [ownerId+resource+usedAt]',
      device: 'id',
    });
    // Attachments in the outbox beside registrations; evaluations kept for reading; what doctors type.
    this.version(2)
      .stores({
        entries:
          'id, ownerId, [ownerId+standing+capturedAt], [ownerId+capturedAt], [ownerId+patientTag], [ownerId+target.evaluationId]',
        cache: 'key, ownerId, [ownerId+kind], [ownerId+evaluationId]',
        clinicalDrafts: 'id, ownerId',
      })
      .upgrade(async (upgrade) => {
        await upgrade.table('entries').toCollection().modify({ kind: 'registration', target: null });
        await upgrade.table('receipts').toCollection().modify({ kind: 'registration' });
      });
    // Data keys wrapped by the password; nothing beside them names their user, in the account neither.
    this.version(3).stores({ deviceKeys: 'id, userId' }).upgrade(sealAccount);
    // Who confirmed an entry apart from who sends it, and what lies here for a colleague to receive (S14); what was
    // refused so far could be corrected (S7).
    this.version(4)
      .stores({
        parcels: 'id, ownerId',
        parcelEntries: 'id, parcelId, [parcelId+position], ownerId, entryId',
      })
      .upgrade(async (upgrade) => {
        type Owned = { ownerId: string; capturedBy?: string };
        for (const table of ['entries', 'items', 'receipts'])
          await upgrade
            .table<Owned>(table)
            .toCollection()
            .modify((row) => {
              row.capturedBy = row.ownerId;
            });
        await upgrade
          .table<{ consent?: null; state: { name: string; correctable?: boolean } }>('items')
          .toCollection()
          .modify((row) => {
            row.consent = null;
            if (row.state.name === 'attention') row.state.correctable = true;
          });
        await upgrade
          .table<{ id: string; entryId?: string }>('receipts')
          .toCollection()
          .modify((row) => {
            row.entryId = row.id;
          });
      });
  }
}

/** One connection a context, kept open: Firefox loses the bytes of a row whose connection was closed (S19). */
export const db = new DeviceDatabase();

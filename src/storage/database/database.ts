import { Dexie, type EntityTable, type Table } from 'dexie';
import { backupWriteObserver } from './entry-observer.ts';
import { leaveCleanupModeMiddleware } from './cleanup-mode.ts';
import { singleWriterMiddleware } from './single-writer.ts';
import type { DeviceRow } from './device-records.ts';
import type * as rows from './records.ts';

/**
 * Database of the device. Each released schema stays in this list permanently (S21); a change is a new version with its
 * upgrade. `strict`: a transaction reports success only after its bytes were flushed (S2), which is not Chromium's default.
 */
class DeviceDatabase extends Dexie {
  declare keys: EntityTable<rows.UserKeysRow, 'userId'>;
  declare deviceKeys: EntityTable<rows.WrappedKeyRow, 'id'>;
  declare accounts: EntityTable<rows.AccountRow, 'id'>;
  declare drafts: EntityTable<rows.DraftRow, 'id'>;
  declare bytes: EntityTable<rows.BytesRow, 'id'>;
  declare entries: EntityTable<rows.EntryRow, 'id'>;
  declare items: EntityTable<rows.ItemRow, 'id'>;
  declare receipts: EntityTable<rows.OutboxReceiptRow, 'id'>;
  declare parcels: EntityTable<rows.HandoverRow, 'id'>;
  declare parcelEntries: EntityTable<rows.HandoverEntryRow, 'id'>;
  declare patients: EntityTable<rows.PatientRow, 'tag'>;
  declare catalogs: Table<rows.StoredCatalogRow, [string, string]>;
  declare mirrors: EntityTable<rows.CatalogRefreshRow, 'resource'>;
  declare recents: Table<rows.RecentChoiceRow, [string, string, string]>;
  declare cache: EntityTable<rows.CacheRow, 'key'>;
  declare clinicalDrafts: EntityTable<rows.SharedDraftRow, 'id'>;
  declare kept: EntityTable<rows.RetainedEntryRow, 'id'>;
  declare device: Table<DeviceRow, DeviceRow['id']>;

  constructor(name = 'ventanilla') {
    // Dexie's cache must be off: each cached result of a live query refers to the one before, so that memory grows with each
    // write.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.use(singleWriterMiddleware).use(leaveCleanupModeMiddleware).use(backupWriteObserver);
    // Baseline: the schema of app version 0.1. The three database versions before it were never released.
    this.version(4).stores({
      keys: 'userId',
      accounts: 'id',
      drafts: 'id, ownerId, photo.bytesId, signature.bytesId',
      bytes: 'id, ownerId',
      entries:
        'id, ownerId, [ownerId+standing+capturedAt], [ownerId+capturedAt], [ownerId+patientTag], [ownerId+target.evaluationId]',
      items: 'id, entryId, picture.bytesId, [ownerId+state.name], [ownerId+lane+dueAt+capturedAt]',
      receipts: 'id, ownerId, [ownerId+capturedAt], [ownerId+patientTag]',
      patients: 'tag, ownerId',
      catalogs: '[resource+id], resource',
      mirrors: 'resource',
      recents: '[ownerId+resource+id], [ownerId+resource+usedAt]',
      device: 'id',
      cache: 'key, ownerId, [ownerId+kind], [ownerId+evaluationId]',
      clinicalDrafts: 'id, ownerId',
      deviceKeys: 'id, userId',
      parcels: 'id, ownerId',
      parcelEntries: 'id, parcelId, [parcelId+position], ownerId, entryId',
    });
    // Delivered entries, retained until a server backup has them (S29).
    this.version(5).stores({ kept: 'id, ownerId, [life+seenAt+size], *bytesIds' });
    // Corrections (S30) are found by the registration that they correct, and counted by kind.
    this.version(6).stores({
      entries:
        'id, ownerId, kind, [ownerId+kind], [ownerId+standing+capturedAt], [ownerId+capturedAt], [ownerId+patientTag], [ownerId+target.evaluationId], corrects.entryId, [ownerId+corrects.evaluationId]',
      receipts: 'id, ownerId, [ownerId+capturedAt], [ownerId+patientTag], [ownerId+evaluationId]',
    });
  }
}

/**
 * Single connection of a page or worker. It stays open, because Firefox loses the bytes of a row whose connection was closed
 * (S19).
 */
export const db = new DeviceDatabase();

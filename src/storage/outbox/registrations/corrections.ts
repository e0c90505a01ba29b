import { fullName } from '#domain/patient/name.ts';
import { runStorageOperation } from '../../base/problem.ts';
import { db } from '../../database/database.ts';
import { findCorrectionsOfEntries } from '../../database/correction-rows.ts';
import type { DraftRow, EntryRow } from '../../database/records.ts';
import {
  draftIdOf,
  isCorrectionDraftChanged,
  isDraftSeen,
  decryptDraftContent,
  deleteDraftWithImages,
} from '../../drafts/drafts.ts';
import { fileTables } from '../../keys/pictures.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import { readQueuedRegistration, type RegistrationEntry } from '../entries.ts';

/** Correction that was begun and not confirmed. `key`: key of its draft. */
interface StartedCorrection {
  readonly key: string;
  readonly draft: DraftRow;
  /** Entry of the registration; null when it has left the queue or another device made the registration. */
  readonly entry: EntryRow | null;
}

const isCorrectionDraftKey = (key: string): boolean => key !== 'new' && !key.startsWith('parked:');

/**
 * Returns true if the draft was changed since it was opened. A draft of an earlier app version can only be compared with its
 * entry.
 */
const wasCorrectionDraftChanged = (draft: DraftRow, entry: EntryRow | undefined): boolean =>
  (entry !== undefined || draft.openedAt !== undefined) && isCorrectionDraftChanged(draft, entry?.capturedAt);

async function listStartedCorrections(ownerId: string): Promise<StartedCorrection[]> {
  const place = draftIdOf(ownerId, '');
  const drafts = await db.drafts.where('id').startsWith(place).toArray();
  const keys = drafts.map(({ id }) => id.slice(place.length));
  const entries = await db.entries.bulkGet(keys);
  return drafts.flatMap((draft, nth) => {
    const [key = '', entry] = [keys[nth], entries[nth]];
    return isCorrectionDraftKey(key) && wasCorrectionDraftChanged(draft, entry)
      ? [{ key, draft, entry: entry ?? null }]
      : [];
  });
}

/**
 * Deletes corrections that were opened and not changed, once their registration has left the queue. Runs 1.5 s after page load:
 * the user may already have opened a correction in this window, so its corrections stay. The caller ensures that no other
 * window is open.
 */
export const deleteObsoleteCorrectionDrafts = (): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', [...fileTables(), db.entries], async () => {
      for (const draft of await db.drafts.toArray()) {
        const key = draft.id.slice(draftIdOf(draft.ownerId, '').length);
        if (
          !isCorrectionDraftKey(key) ||
          isDraftSeen(draft.id) ||
          (await db.entries.get(key)) ||
          wasCorrectionDraftChanged(draft, undefined)
        )
          continue;
        await deleteDraftWithImages(draft.id);
      }
    }),
  );

/** Returns the ids of the user's unsent entries whose correction has typed or captured content and is not confirmed. */
export const listIdsOfEntriesBeingCorrected = async (ownerId: string): Promise<string[]> =>
  (await listStartedCorrections(ownerId)).flatMap(({ key, entry }) => (entry ? [key] : []));

export interface BegunCorrectionOfSent {
  readonly key: string;
  readonly patientName: string;
}

export async function listBegunCorrectionsOfSent(ownerId: string): Promise<BegunCorrectionOfSent[]> {
  const begun = (await listStartedCorrections(ownerId)).filter(({ entry }) => entry === null);
  if (begun.length === 0) return [];
  const keys = await requireKeysOf(ownerId);
  return Promise.all(
    begun.map(async ({ key, draft }) => {
      const content = await decryptDraftContent(keys, draft).catch(() => null);
      return { key, patientName: content ? fullName(content.correcting?.before ?? content.form) : '' };
    }),
  );
}

/**
 * Returns the number of corrections that wait for the registration's evaluation; discarding the registration discards them too.
 */
export const countCorrectionsWaitingFor = async (entryId: string): Promise<number> =>
  (await findCorrectionsOfEntries([entryId])).filter(({ corrects }) => corrects?.evaluationId === null)
    .length;

/**
 * Returns true if the owner has begun to correct the entry, which then cannot be handed over (S14). Must run inside a
 * transaction over `entryClosingTables`.
 */
export async function isEntryBeingCorrected(entry: EntryRow): Promise<boolean> {
  const draft = await db.drafts.get(draftIdOf(entry.ownerId, entry.id));
  return draft !== undefined && wasCorrectionDraftChanged(draft, entry);
}

export async function listEntriesBeingCorrected(ownerId: string): Promise<RegistrationEntry[]> {
  const ids = await listIdsOfEntriesBeingCorrected(ownerId);
  const entries = await Promise.all(ids.map((id) => readQueuedRegistration(ownerId, id)));
  return entries.filter((entry) => entry !== null);
}

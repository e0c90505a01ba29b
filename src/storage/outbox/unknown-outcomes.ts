import type { IdentificationType } from '#contract/vocabulary.ts';
import type { ChosenCatalogRow } from '#domain/outbox/match-evaluation.ts';
import { findCatalogRow } from '../cache/catalogs.ts';
import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import type { AttachmentSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { decryptAttachment, decryptRegistration } from './rows/outbox-rows.ts';
import { withStorageErrors, withStoragePriority } from '../base/problem.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';

/** Search criteria for a registration on the server, used when its send got no response (S23). */
export interface SoughtRegistration {
  readonly document: { readonly type: IdentificationType; readonly number: string };
  readonly evaluationType: ChosenCatalogRow;
  readonly employerId: string;
  readonly contractorId: string | null;
}

/**
 * Returns the summary; null when it is damaged on this device or was damaged in the transfer that brought the entry. An intact
 * summary always has a document number.
 */
async function registrationOf({ id, ownerId, sealedSummary }: EntryRow): Promise<RegistrationSummary | null> {
  const summary = await decryptRegistration(await requireKeysOf(ownerId), id, sealedSummary);
  return summary.form.identification_number === '' ? null : summary;
}

async function attachmentOf({ id, ownerId, sealedSummary }: EntryRow): Promise<AttachmentSummary | null> {
  const summary = await decryptAttachment(await requireKeysOf(ownerId), id, sealedSummary);
  return summary.fileName === '' ? null : summary;
}

/** Returns the patient tag of the entry. It reveals no name and exists even when the summary is damaged. */
export const patientTagOf = (entryId: string): Promise<string> =>
  withStorageErrors(async () => (await entryOf(entryId)).patientTag);

/** Returns the search criteria of a registration; null when they are damaged, so that no search is possible. */
export const readRegistrationSearch = (entryId: string): Promise<SoughtRegistration | null> =>
  withStorageErrors(async () => {
    const summary = await registrationOf(await entryOf(entryId));
    if (!summary) return null;
    const { form, labels } = summary;
    const listed = await findCatalogRow('evaluation-types', form.evaluation_type_id);
    return {
      document: { type: form.identification_type, number: form.identification_number },
      evaluationType: { code: listed?.code ?? null, names: [labels.evaluationType, listed?.name ?? ''] },
      employerId: form.employer_company_id,
      contractorId: form.contractor_company_id || null,
    };
  });

export interface SoughtAttachment {
  readonly fileName: string;
  /** Ids of the exam's files that already had this name before the first send; null before the first send. */
  readonly before: readonly string[] | null;
}

export const readAttachmentSearch = (entryId: string, itemId: string): Promise<SoughtAttachment | null> =>
  withStorageErrors(async () => {
    const summary = await attachmentOf(await entryOf(entryId));
    if (!summary) return null;
    const { fileName } = summary;
    return { fileName, before: (await db.items.get(itemId))?.namesakes ?? null };
  });

export const recordSameNameAttachments = (itemId: string, namesakes: string[]): Promise<void> =>
  withStoragePriority(async () => {
    await db.items.update(itemId, { namesakes });
  });

async function entryOf(entryId: string): Promise<EntryRow> {
  const entry = await db.entries.get(entryId);
  if (!entry) throw new Error(`outbox entry ${entryId} left the outbox while it was being sent`);
  return entry;
}

/** Returns the server's ids of all evaluations that belong to an item or receipt on this device, whatever their user. */
export const claimedEvaluations = (): Promise<Set<string>> =>
  withStorageErrors(async () => {
    const receipts = await db.receipts.toArray();
    const delivered = await db.items.filter((row) => row.kind === 'evaluation').toArray();
    return new Set([
      ...receipts.flatMap(({ evaluationId }) => evaluationId ?? []),
      ...delivered.flatMap(({ state }) => (state.name === 'delivered' ? state.remoteId : [])),
    ]);
  });

/** Returns true if a send of the item has begun, its outcome is unknown, and the item will be sent again automatically. */
const isUnknown = ({ attempts, state }: ItemRow): boolean =>
  attempts > 0 && (state.name === 'queued' || state.name === 'waiting' || state.name === 'sending');

const isOlder = (a: EntryRow, b: EntryRow): boolean =>
  a.capturedAt < b.capturedAt || (a.capturedAt === b.capturedAt && a.id < b.id);

async function unknownBefore(entry: EntryRow, entries: readonly EntryRow[]): Promise<ItemRow[]> {
  const older = entries.filter((other) => other.id !== entry.id && isOlder(other, entry));
  const rows = await Promise.all(older.map(({ id }) => findItemsOfEntry(id)));
  return rows.flat().filter((row) => !isPicture(row) && isUnknown(row));
}

const isPicture = ({ kind }: ItemRow): boolean => kind === 'photo' || kind === 'signature';

/**
 * Returns true if evaluation type and companies are equal. Both registrations belong to one patient, so a damaged summary
 * counts as equal.
 */
const sameChoice = (one: RegistrationSummary | null, other: RegistrationSummary | null): boolean =>
  !one || !other || sameForm(one, other);

const sameForm = ({ form: a }: RegistrationSummary, { form: b }: RegistrationSummary): boolean =>
  a.evaluation_type_id === b.evaluation_type_id &&
  a.employer_company_id === b.employer_company_id &&
  a.contractor_company_id === b.contractor_company_id;

/** Returns the items with an unknown outcome in the owner's older entries that look the same as this entry to a server. */
export const findOlderAlikeItems = (entryId: string): Promise<ItemRow[]> =>
  withStorageErrors(async () => {
    const entry = await entryOf(entryId);
    const near =
      entry.target === null
        ? db.entries.where('[ownerId+patientTag]').equals([entry.ownerId, entry.patientTag])
        : db.entries
            .where('[ownerId+target.evaluationId]')
            .equals([entry.ownerId, entry.target.evaluationId]);
    const unknown = await unknownBefore(entry, await near.toArray());
    const alike = await Promise.all(unknown.map((row) => isAlike(entry, row.entryId)));
    return unknown.filter((_row, nth) => alike[nth]);
  });

async function isAlike(entry: EntryRow, otherId: string): Promise<boolean> {
  const other = await entryOf(otherId);
  if (other.kind !== entry.kind || entry.kind === 'correction') return false; // Sending a correction twice changes nothing, so corrections are not compared.
  if (entry.kind === 'registration')
    return sameChoice(await registrationOf(entry), await registrationOf(other));
  const [mine, theirs] = [await attachmentOf(entry), await attachmentOf(other)];
  const sameName = !mine || !theirs || mine.fileName === theirs.fileName;
  return other.target?.examOrderId === entry.target?.examOrderId && sameName;
}

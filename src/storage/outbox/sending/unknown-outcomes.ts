import type { IdentificationType } from '#contract/vocabulary.ts';
import type { ChosenCatalogRow } from '#domain/outbox/match-evaluation.ts';
import { findCatalogRow } from '../../cache/catalogs.ts';
import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { AttachmentSummary, RegistrationSummary } from '../../vault/entry-summary.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import { decryptAttachmentSummary, decryptRegistrationSummary } from '../rows/outbox-rows.ts';
import { runStorageOperation, runPriorityStorageOperation } from '../../base/problem.ts';
import type { EntryRow, ItemRow } from '../../database/records.ts';

/** Search criteria for a registration on the server, used when its send got no response (S23). */
export interface RegistrationSearchCriteria {
  readonly document: { readonly type: IdentificationType; readonly number: string };
  readonly evaluationType: ChosenCatalogRow;
  readonly employerId: string;
  readonly contractorId: string | null;
}

/**
 * Returns the summary; null when it is damaged on this device or was damaged in the transfer that brought the entry. An intact
 * summary always has a document number.
 */
async function decryptIntactRegistration({
  id,
  ownerId,
  sealedSummary,
}: EntryRow): Promise<RegistrationSummary | null> {
  const summary = await decryptRegistrationSummary(await requireKeysOf(ownerId), id, sealedSummary);
  return summary.form.identification_number === '' ? null : summary;
}

async function decryptIntactAttachment({
  id,
  ownerId,
  sealedSummary,
}: EntryRow): Promise<AttachmentSummary | null> {
  const summary = await decryptAttachmentSummary(await requireKeysOf(ownerId), id, sealedSummary);
  return summary.fileName === '' ? null : summary;
}

/** Returns the patient tag of the entry. It reveals no name and exists even when the summary is damaged. */
export const readPatientTagOfEntry = (entryId: string): Promise<string> =>
  runStorageOperation(async () => (await requireOutboxEntry(entryId)).patientTag);

/** Returns the search criteria of a registration; null when they are damaged, so that no search is possible. */
export const readRegistrationSearchCriteria = (entryId: string): Promise<RegistrationSearchCriteria | null> =>
  runStorageOperation(async () => {
    const summary = await decryptIntactRegistration(await requireOutboxEntry(entryId));
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

export interface AttachmentSearchCriteria {
  readonly fileName: string;
  /** Ids of the exam's files that already had this name before the first send; null before the first send. */
  readonly before: readonly string[] | null;
}

export const readAttachmentSearchCriteria = (
  entryId: string,
  itemId: string,
): Promise<AttachmentSearchCriteria | null> =>
  runStorageOperation(async () => {
    const summary = await decryptIntactAttachment(await requireOutboxEntry(entryId));
    if (!summary) return null;
    const { fileName } = summary;
    return { fileName, before: (await db.items.get(itemId))?.namesakes ?? null };
  });

export const recordSameNameAttachments = (itemId: string, namesakes: string[]): Promise<void> =>
  runPriorityStorageOperation(async () => {
    await db.items.update(itemId, { namesakes });
  });

async function requireOutboxEntry(entryId: string): Promise<EntryRow> {
  const entry = await db.entries.get(entryId);
  if (!entry) throw new Error(`outbox entry ${entryId} left the outbox while it was being sent`);
  return entry;
}

/** Returns the server's ids of all evaluations that belong to an item or receipt on this device, whatever their user. */
export const listLocalEvaluationIds = (): Promise<Set<string>> =>
  runStorageOperation(async () => {
    const receipts = await db.receipts.toArray();
    const delivered = await db.items.filter((row) => row.kind === 'evaluation').toArray();
    return new Set([
      ...receipts.flatMap(({ evaluationId }) => evaluationId ?? []),
      ...delivered.flatMap(({ state }) => (state.name === 'delivered' ? state.remoteId : [])),
    ]);
  });

/** Returns true if a send of the item has begun, its outcome is unknown, and the item will be sent again automatically. */
const isOutcomeUnknown = ({ attempts, state }: ItemRow): boolean =>
  attempts > 0 && (state.name === 'queued' || state.name === 'waiting' || state.name === 'sending');

const isOlderEntry = (a: EntryRow, b: EntryRow): boolean =>
  a.capturedAt < b.capturedAt || (a.capturedAt === b.capturedAt && a.id < b.id);

async function findOlderUnknownItems(entry: EntryRow, entries: readonly EntryRow[]): Promise<ItemRow[]> {
  const older = entries.filter((other) => other.id !== entry.id && isOlderEntry(other, entry));
  const rows = await Promise.all(older.map(({ id }) => findItemsOfEntry(id)));
  return rows.flat().filter((row) => !isPictureItem(row) && isOutcomeUnknown(row));
}

const isPictureItem = ({ kind }: ItemRow): boolean => kind === 'photo' || kind === 'signature';

/**
 * Returns true if evaluation type and companies are equal. Both registrations belong to one patient, so a damaged summary
 * counts as equal.
 */
const isPossiblySameVisit = (one: RegistrationSummary | null, other: RegistrationSummary | null): boolean =>
  !one || !other || isSameVisitForm(one, other);

const isSameVisitForm = ({ form: a }: RegistrationSummary, { form: b }: RegistrationSummary): boolean =>
  a.evaluation_type_id === b.evaluation_type_id &&
  a.employer_company_id === b.employer_company_id &&
  a.contractor_company_id === b.contractor_company_id;

/** Returns the items with an unknown outcome in the owner's older entries that look the same as this entry to a server. */
export const findOlderUnknownDuplicates = (entryId: string): Promise<ItemRow[]> =>
  runStorageOperation(async () => {
    const entry = await requireOutboxEntry(entryId);
    const near =
      entry.target === null
        ? db.entries.where('[ownerId+patientTag]').equals([entry.ownerId, entry.patientTag])
        : db.entries
            .where('[ownerId+target.evaluationId]')
            .equals([entry.ownerId, entry.target.evaluationId]);
    const unknown = await findOlderUnknownItems(entry, await near.toArray());
    const alike = await Promise.all(unknown.map((row) => isPossiblyEqualEntry(entry, row.entryId)));
    return unknown.filter((_row, nth) => alike[nth]);
  });

async function isPossiblyEqualEntry(entry: EntryRow, otherId: string): Promise<boolean> {
  const other = await requireOutboxEntry(otherId);
  if (other.kind !== entry.kind || entry.kind === 'correction') return false; // Sending a correction twice changes nothing, so corrections are not compared.
  if (entry.kind === 'registration')
    return isPossiblySameVisit(
      await decryptIntactRegistration(entry),
      await decryptIntactRegistration(other),
    );
  const [mine, theirs] = [await decryptIntactAttachment(entry), await decryptIntactAttachment(other)];
  const sameName = !mine || !theirs || mine.fileName === theirs.fileName;
  return other.target?.examOrderId === entry.target?.examOrderId && sameName;
}

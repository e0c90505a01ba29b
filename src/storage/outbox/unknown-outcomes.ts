import type { IdentificationType } from '#contract/vocabulary.ts';
import type { Chosen } from '#domain/outbox/match-evaluation.ts';
import { catalogRow } from '../cache/catalogs.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { AttachmentSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import { keysOf } from '../keys/keyring.ts';
import { openAttachment, openRegistration } from './rows/outbox-rows.ts';
import { storing, storingFirst } from '../base/problem.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';

/** What identifies an unanswered send at the provider (S23). */
export interface SoughtRegistration {
  readonly document: { readonly type: IdentificationType; readonly number: string };
  readonly evaluationType: Chosen;
  readonly employerId: string;
  readonly contractorId: string | null;
}

/** Null where it is damaged, here or where it was packed: nothing that was confirmed is without a number. */
async function registrationOf({ id, ownerId, sealedSummary }: EntryRow): Promise<RegistrationSummary | null> {
  const summary = await openRegistration(await keysOf(ownerId), id, sealedSummary);
  return summary.form.identificationNumber === '' ? null : summary;
}

/** The same: no file is without a name. */
async function attachmentOf({ id, ownerId, sealedSummary }: EntryRow): Promise<AttachmentSummary | null> {
  const summary = await openAttachment(await keysOf(ownerId), id, sealedSummary);
  return summary.fileName === '' ? null : summary;
}

/** Names nobody, and is there where what names them is damaged. */
export const patientTagOf = (entryId: string): Promise<string> =>
  storing(async () => (await entryOf(entryId)).patientTag);

/** Null where it is damaged: nobody can look for what it does not say. */
export const readRegistration = (entryId: string): Promise<SoughtRegistration | null> =>
  storing(async () => {
    const summary = await registrationOf(await entryOf(entryId));
    if (!summary) return null;
    const { form, labels } = summary;
    const listed = await catalogRow('evaluation-types', form.evaluationTypeId);
    return {
      document: { type: form.identificationType, number: form.identificationNumber },
      evaluationType: { code: listed?.code ?? null, names: [labels.evaluationType, listed?.name ?? ''] },
      employerId: form.employerCompanyId,
      contractorId: form.contractorCompanyId || null,
    };
  });

export interface SoughtAttachment {
  readonly fileName: string;
  /** Files of that name that the exam had before the first send; null before that. */
  readonly before: readonly string[] | null;
}

/** Null as for a registration. */
export const readAttachment = (entryId: string, itemId: string): Promise<SoughtAttachment | null> =>
  storing(async () => {
    const summary = await attachmentOf(await entryOf(entryId));
    if (!summary) return null;
    const { fileName } = summary;
    return { fileName, before: (await db.items.get(itemId))?.namesakes ?? null };
  });

export const noteNamesakes = (itemId: string, namesakes: string[]): Promise<void> =>
  storingFirst(async () => {
    await db.items.update(itemId, { namesakes });
  });

async function entryOf(entryId: string): Promise<EntryRow> {
  const entry = await db.entries.get(entryId);
  if (!entry) throw new Error(`outbox entry ${entryId} left the outbox while it was being sent`);
  return entry;
}

/** The provider's ids of evaluations that an item or receipt of this device stands for, whosever it is. */
export const claimedEvaluations = (): Promise<Set<string>> =>
  storing(async () => {
    const receipts = await db.receipts.toArray();
    const delivered = await db.items.filter((row) => row.kind === 'evaluation').toArray();
    return new Set([
      ...receipts.flatMap(({ evaluationId }) => evaluationId ?? []),
      ...delivered.flatMap(({ state }) => (state.name === 'delivered' ? state.remoteId : [])),
    ]);
  });

/** A send of it was begun, it goes on by itself, and nobody knows yet what became of it. */
const isUnknown = ({ attempts, state }: ItemRow): boolean =>
  attempts > 0 && (state.name === 'queued' || state.name === 'waiting' || state.name === 'sending');

/** Oldest first; two of one millisecond have an order too. */
const isOlder = (a: EntryRow, b: EntryRow): boolean =>
  a.capturedAt < b.capturedAt || (a.capturedAt === b.capturedAt && a.id < b.id);

/** Items of older entries among `entries` whose outcome nobody knows yet. */
async function unknownBefore(entry: EntryRow, entries: readonly EntryRow[]): Promise<ItemRow[]> {
  const older = entries.filter((other) => other.id !== entry.id && isOlder(other, entry));
  const rows = await Promise.all(older.map(({ id }) => itemsOf(id)));
  return rows.flat().filter((row) => !isMedium(row) && isUnknown(row));
}

const isMedium = ({ kind }: ItemRow): boolean => kind === 'photo' || kind === 'signature';

/** One of whose summaries is damaged may be alike: it is the same person's. */
const sameChoice = (one: RegistrationSummary | null, other: RegistrationSummary | null): boolean =>
  !one || !other || sameForm(one, other);

const sameForm = ({ form: a }: RegistrationSummary, { form: b }: RegistrationSummary): boolean =>
  a.evaluationTypeId === b.evaluationTypeId &&
  a.employerCompanyId === b.employerCompanyId &&
  a.contractorCompanyId === b.contractorCompanyId;

/** Items of the owner's older entries that a provider could not tell from this one, and whose outcome is unknown. */
export const olderAlike = (entryId: string): Promise<ItemRow[]> =>
  storing(async () => {
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
  if (other.kind !== entry.kind || entry.kind === 'correction') return false; // The same values twice are the same values.
  if (entry.kind === 'registration')
    return sameChoice(await registrationOf(entry), await registrationOf(other));
  const [mine, theirs] = [await attachmentOf(entry), await attachmentOf(other)];
  const sameName = !mine || !theirs || mine.fileName === theirs.fileName;
  return other.target?.examOrderId === entry.target?.examOrderId && sameName;
}

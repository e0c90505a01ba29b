import { isRewritable } from '#domain/outbox/entry.ts';
import { db } from '../../database/database.ts';
import type { DraftRow, EntryRow, FileColumn, ItemRow } from '../../database/records.ts';
import { deleteDraftWithImages, type PictureSlot } from '../../drafts/drafts.ts';
import { deleteUnreferencedBytes, isPictureStillStored } from '../../keys/pictures.ts';
import type { CorrectionSummary } from '../../vault/entry-summary.ts';
import { encryptJson, type VaultKeys } from '../../vault/vault.ts';
import {
  confirmingTables,
  forgetConfirmedDraft,
  rejectChangedDraft,
  type Confirmation,
  type CorrectionContent,
  type WrittenEntry,
} from '../confirmation.ts';
import {
  encryptPatientCorrection,
  removeContainedCorrections,
  storeCorrectedPatient,
  type CorrectionAttemptResult,
  type CorrectionJob,
} from './correcting.ts';
import { isSameCorrectionPlan, planCorrection, type CorrectionPlan } from './correction-plan.ts';
import { readCorrectionsOfRegistration } from './open-correction.ts';
import { readEntryBack } from '../read-claimed.ts';
import { updateEntryStatusOrClose } from '../rows/close-entries.ts';
import { storeRowAfterEvent } from '../rows/moves.ts';
import { createNewItemRow, encryptCorrectedSummary } from '../rows/new-rows.ts';
import { bodyAad, decryptBody, summaryAad, toOutboxItem } from '../rows/outbox-rows.ts';
import { removeFromHandovers } from '../rows/transfer-rows.ts';

const PICTURE_SLOTS = ['photo', 'signature'] as const satisfies readonly PictureSlot[];

type SeparateCorrectionPlan = Extract<CorrectionPlan, { type: 'correction' }>;

/** Retaken picture, and the queued item of the picture that it replaces; undefined if that item has left the queue. */
interface RetakenPicture {
  readonly kind: PictureSlot;
  readonly column: FileColumn;
  readonly original: ItemRow | undefined;
}

const findRetakenPictures = (draft: DraftRow, items: readonly ItemRow[]): RetakenPicture[] =>
  PICTURE_SLOTS.flatMap((kind) => {
    const column = draft[kind];
    if (!column || draft.openedWith?.includes(column.bytesId)) return [];
    return [{ kind, column, original: items.find((row) => row.kind === kind) }];
  });

/**
 * Returns true if the server certainly does not have the original picture. The retaken picture then takes the place of the
 * original in the queue, so that the server receives only one picture.
 */
const isOriginalRewritable = ({ original }: RetakenPicture): boolean =>
  original !== undefined && isRewritable(toOutboxItem(original));

/** Returns the kinds of pictures that another correction of the registration retakes and that this one does not contain. */
async function readEarlierRetakenKinds(
  keys: VaultKeys,
  { ownerId, replaces }: Confirmation,
  { corrects }: SeparateCorrectionPlan,
): Promise<ReadonlySet<PictureSlot>> {
  const made = await readCorrectionsOfRegistration(keys, ownerId, corrects);
  return new Set(made.filter(({ id }) => !replaces.includes(id)).flatMap(({ retaken }) => retaken));
}

const isOriginalUndelivered = ({ original }: RetakenPicture): boolean =>
  original !== undefined && original.state.name !== 'delivered';

/**
 * Returns a capture time later than the registration and than every correction that this user confirmed on this device, even if
 * the clock was set back. The server applies the correction captured last.
 */
async function chooseCorrectionTime(
  { ownerId, capturedAt, clockOffset }: Confirmation,
  { corrects }: SeparateCorrectionPlan,
): Promise<number> {
  const [registration, waiting, settled] = await Promise.all([
    db.entries.get(corrects.entryId ?? ''),
    db.entries.where('[ownerId+kind]').equals([ownerId, 'correction']).toArray(),
    db.receipts
      .where('[ownerId+capturedAt]')
      .between([ownerId, capturedAt], [ownerId, Infinity], true, true)
      .filter(({ kind, entryId }) => kind === 'correction' || entryId === corrects.entryId)
      .toArray(),
  ]);
  const entries = registration ? [registration, ...waiting] : waiting;
  const instants = entries.map((entry) => entry.capturedAt + entry.clockOffset - clockOffset);
  return Math.max(capturedAt, ...[...instants, ...settled.map((row) => row.capturedAt)].map((at) => at + 1));
}

interface PreparedCorrection {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly body: string;
}

async function prepareCorrectionEntry(
  { keys, confirmation }: CorrectionJob,
  plan: SeparateCorrectionPlan,
  tag: string,
  summary: CorrectionSummary,
): Promise<EntryRow> {
  const { ownerId, branchId, clockOffset } = confirmation;
  const { corrects } = plan;
  const id = crypto.randomUUID();
  const [sealedSummary, corrected, capturedAt] = await Promise.all([
    encryptJson(keys, summaryAad(id), summary),
    encryptCorrectedSummary(keys, corrects, summary),
    chooseCorrectionTime(confirmation, plan),
  ]);
  return {
    id,
    kind: 'correction',
    target: null,
    corrects,
    ...corrected,
    ownerId,
    capturedBy: ownerId,
    branchId: plan.branchId ?? branchId,
    capturedAt,
    clockOffset,
    patientTag: tag,
    standing: 'on_its_way',
    sealedSummary,
  };
}

const createHeldForColumn = (entryId: string | null, isHeld: boolean): Partial<Pick<ItemRow, 'heldFor'>> =>
  isHeld && entryId !== null ? { heldFor: entryId } : {};

/**
 * Encrypts the entry and items of the correction. Returns null when the correction only changes pictures and all of them are
 * replaced in the queue.
 */
async function prepareCorrection(
  work: CorrectionJob,
  plan: SeparateCorrectionPlan,
  content: CorrectionContent,
  tag: string,
): Promise<PreparedCorrection | null> {
  // On the server, the picture of any correction replaces that of the registration. A picture that an earlier correction retook
  // is therefore also sent with this correction.
  const earlier = await readEarlierRetakenKinds(work.keys, work.confirmation, plan);
  const pictures = findRetakenPictures(work.draft, plan.items).filter(
    (one) => !isOriginalRewritable(one) || earlier.has(one.kind),
  );
  const kinds = pictures.map(({ kind }) => kind);
  const body = content.bodyFor(kinds);
  if (body === null) return null;
  const entry = await prepareCorrectionEntry(work, plan, tag, { ...content.summary, pictures: kinds });
  const { entryId, evaluationId } = plan.corrects;
  const id = crypto.randomUUID();
  const sealedBody = await encryptJson(work.keys, bodyAad(id), body);
  const lead = createNewItemRow(entry, 'correction', {
    id,
    sealedBody,
    picture: null,
    ...createHeldForColumn(entryId, evaluationId === null),
  });
  const media = pictures.map((one) =>
    createNewItemRow(entry, one.kind, {
      id: crypto.randomUUID(),
      sealedBody: null,
      picture: one.column,
      ...createHeldForColumn(entryId, isOriginalUndelivered(one)),
    }),
  );
  return { entry, items: [lead, ...media], body };
}

/** Replaces pictures that were never sent by the retaken ones. Must run inside the transaction. */
async function replaceUnsentPictures(
  retaken: readonly RetakenPicture[],
  plan: SeparateCorrectionPlan,
  now: number,
): Promise<void> {
  for (const { original, column } of retaken.filter(isOriginalRewritable)) {
    if (!original) continue;
    const row = { ...original, picture: column, capturedBy: original.ownerId, consent: null };
    await storeRowAfterEvent(row, { type: 'correct', key: crypto.randomUUID() }, now);
    await deleteUnreferencedBytes([original.picture?.bytesId]);
  }
  const entry = await db.entries.get(plan.corrects.entryId ?? '');
  if (!entry || !retaken.some(isOriginalRewritable)) return;
  await removeFromHandovers([entry.id]);
  await updateEntryStatusOrClose(entry, now);
}

async function isCorrectionIntactOrMovedOn(
  keys: VaultKeys,
  { entryId, rows }: WrittenEntry,
  body: string,
): Promise<boolean> {
  const found = await readEntryBack(entryId, rows);
  if (found.type === 'gone_on') return true;
  const lead = found.rows.find(({ kind }) => kind === 'correction');
  if (!found.entry || found.rows.length !== rows.length || !lead?.sealedBody) return false;
  return (await decryptBody(keys, lead.id, lead.sealedBody)) === body;
}

export async function enqueueCorrection(
  work: CorrectionJob,
  plan: SeparateCorrectionPlan,
): Promise<CorrectionAttemptResult> {
  const { keys, confirmation, draft, isWanted } = work;
  const { ownerId, correcting, correction, replaces, capturedAt: now } = confirmation;
  if (correction === null || correcting === null) return { type: 'reason_needed' };
  const retaken = findRetakenPictures(draft, plan.items);
  const people = await encryptPatientCorrection(keys, confirmation, null);
  const prepared = await prepareCorrection(work, plan, correction, people.tag);
  if (!prepared && retaken.length === 0) return { type: 'nothing_changed' };
  if (!(await isWanted)) return { type: 'not_wanted' };
  for (const { column } of retaken)
    if (!(await isPictureStillStored(keys, column))) return { type: 'unverified' };
  const isDone = await db.transaction('rw', confirmingTables(), async () => {
    if (!isSameCorrectionPlan(await planCorrection(ownerId, correcting), plan)) return false;
    await rejectChangedDraft(draft);
    await replaceUnsentPictures(retaken, plan, now);
    if (prepared) {
      await db.entries.add(prepared.entry);
      await db.items.bulkAdd([...prepared.items]);
    }
    await removeContainedCorrections(replaces);
    await deleteDraftWithImages(draft.id);
    await storeCorrectedPatient(ownerId, people);
    return true;
  });
  if (!isDone) return { type: 'moved_on' };
  const written = prepared && { entryId: prepared.entry.id, rows: prepared.items };
  if (written && !(await isCorrectionIntactOrMovedOn(keys, written, prepared.body)))
    return { type: 'unverified' };
  forgetConfirmedDraft(draft);
  return { type: 'confirmed', entryId: plan.corrects.entryId ?? prepared?.entry.id ?? '' };
}

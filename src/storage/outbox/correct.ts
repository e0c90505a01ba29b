import { isRewritable } from '#domain/outbox/entry.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { DraftRow, EntryRow, FileColumn, ItemRow } from '../database/records.ts';
import { removeDraft, type PictureSlot } from '../drafts/drafts.ts';
import { dropUnreferenced, isCaptured } from '../keys/pictures.ts';
import type { CorrectionSummary } from '../vault/entry-summary.ts';
import { sealJson, type VaultKeys } from '../vault/vault.ts';
import {
  areCaptured,
  confirmingTables,
  hasPictures,
  isIntact,
  noteConfirmed,
  refuseChanged,
  type Confirmation,
  type Confirmed,
  type CorrectionContent,
  type IsWanted,
  type WholeDraft,
  type Written,
} from './confirmation.ts';
import { isReplaceable, isSamePlan, planCorrection, type CorrectionPlan } from './correction-plan.ts';
import { forgetPatient, patientTag, sealPatient, type PatientToKeep } from './patients.ts';
import { readBack } from './read-back.ts';
import { updateEntry } from './rows/closing.ts';
import { moveRow } from './rows/moves.ts';
import { newItem, sealedCorrected } from './rows/new-rows.ts';
import { bodyAad, openBody, summaryAad, toItem } from './rows/outbox-rows.ts';
import { dropFromParcels } from './rows/parcel-rows.ts';

export interface Correcting {
  readonly keys: VaultKeys;
  readonly confirmation: Confirmation;
  readonly draft: DraftRow;
  readonly isWanted: IsWanted;
}

/** Another window or a drain came between the plan and its transaction: the next plan fits. */
type Attempt = Confirmed | { readonly type: 'moved_on' };

const PICTURES = ['photo', 'signature'] as const satisfies readonly PictureSlot[];
const ATTEMPTS = 5;

/** The person whom the device knows from now on, and the one who is no longer known under the document of before. */
interface People {
  readonly tag: string;
  readonly patient: PatientToKeep;
  readonly tagBefore: string;
}

async function readPeople(
  keys: VaultKeys,
  confirmation: Confirmation,
  tagBefore: string | null,
): Promise<People> {
  const { ownerId, person, summary, correction } = confirmation;
  const before = correction?.summary.before;
  const [tag, patient, ofBefore] = await Promise.all([
    patientTag(keys, summary.identificationType, summary.identificationNumber),
    sealPatient(keys, ownerId, person),
    before && patientTag(keys, before.identificationType, before.identificationNumber),
  ]);
  return { tag, patient, tagBefore: tagBefore ?? ofBefore ?? tag };
}

/** Inside a transaction over `confirmingTables`. */
async function writePeople(ownerId: string, { tag, patient, tagBefore }: People): Promise<void> {
  if (tagBefore !== tag) await forgetPatient({ ownerId, patientTag: tagBefore });
  await db.patients.put(patient);
}

/**
 * Inside a transaction: deletes those earlier corrections that this one contains and that were never taken by the server. One of
 * which a send has begun meanwhile stays: the later capture time decides.
 */
async function removeContained(ids: readonly string[]): Promise<void> {
  for (const entry of await db.entries.bulkGet([...ids])) {
    if (entry?.kind !== 'correction' || !(await isReplaceable(entry))) continue;
    const rows = await itemsOf(entry.id);
    await db.items.bulkDelete(rows.map(({ id }) => id));
    await db.entries.delete(entry.id);
    await dropFromParcels([entry.id]);
    await dropUnreferenced(rows.map(({ picture }) => picture?.bytesId));
  }
}

// ------------------------------------------------------------------ a registration that was certainly never created

type RegistrationPlan = Extract<CorrectionPlan, { type: 'registration' }>;

/** New content under a new key; inside the transaction. The evaluation was not created, so none of its pictures was. */
async function rewriteItem(row: ItemRow, now: number, content: Pick<ItemRow, 'sealedBody' | 'picture'>) {
  const key = crypto.randomUUID();
  const rewritten = { ...row, ...content, capturedBy: row.ownerId, consent: null };
  if (row.kind === 'evaluation') await moveRow(rewritten, { type: 'correct', key }, now);
  else await db.items.put({ ...rewritten, key });
}

const contentOf = (row: ItemRow, sealedBody: ArrayBuffer, draft: WholeDraft) => {
  if (row.kind === 'evaluation') return { sealedBody, picture: null };
  if (row.kind === 'photo' || row.kind === 'signature') return { sealedBody: null, picture: draft[row.kind] };
  throw new Error(`entry ${row.entryId} mixes a registration and a ${row.kind}`);
};

/** Replaces what waits; the time of capture stays. */
async function rewriteRegistration(
  { keys, confirmation, draft, isWanted }: Correcting,
  plan: RegistrationPlan,
): Promise<Attempt> {
  if (!hasPictures(draft)) return { type: 'pictures_missing' };
  const { entry: before, items } = plan;
  const { ownerId, capturedAt: now, replaces } = confirmation;
  const evaluationId = items.find(({ kind }) => kind === 'evaluation')?.id ?? '';
  const [sealedBody, sealedSummary, people, captured, wanted] = await Promise.all([
    sealJson(keys, bodyAad(evaluationId), confirmation.body),
    sealJson(keys, summaryAad(before.id), confirmation.summary),
    readPeople(keys, confirmation, before.patientTag),
    areCaptured(keys, draft),
    isWanted,
  ]);
  if (!wanted) return { type: 'not_wanted' };
  if (!captured) return { type: 'unverified' };
  const rows = await db.transaction('rw', confirmingTables(), async () => {
    if (!isSamePlan(await planCorrection(ownerId, before.id), plan)) return null;
    await refuseChanged(draft);
    for (const row of items) await rewriteItem(row, now, contentOf(row, sealedBody, draft));
    // Whoever corrects it has confirmed it anew (S14).
    const entry = { ...before, capturedBy: ownerId, patientTag: people.tag, sealedSummary };
    await db.entries.put(entry);
    await removeContained(replaces);
    await dropFromParcels([entry.id]);
    await updateEntry(entry, now);
    await removeDraft(draft.id);
    await dropUnreferenced(items.map(({ picture }) => picture?.bytesId));
    await writePeople(ownerId, people);
    return itemsOf(entry.id);
  });
  if (!rows) return { type: 'moved_on' };
  if (!(await isIntact(keys, { entryId: before.id, rows }, confirmation, draft)))
    return { type: 'unverified' };
  noteConfirmed(draft);
  return { type: 'confirmed', entryId: before.id };
}

// ------------------------------------------------------------------ a registration that was sent, or may have been

type SentPlan = Extract<CorrectionPlan, { type: 'correction' }>;

/** A picture that was taken again, and what is still on its way of the one that it replaces. */
interface Retaken {
  readonly kind: PictureSlot;
  readonly column: FileColumn;
  readonly original: ItemRow | undefined;
}

const retakenIn = (draft: DraftRow, items: readonly ItemRow[]): Retaken[] =>
  PICTURES.flatMap((kind) => {
    const column = draft[kind];
    if (!column || draft.openedWith?.includes(column.bytesId)) return [];
    return [{ kind, column, original: items.find((row) => row.kind === kind) }];
  });

/** The registration's own picture was certainly never created: it is replaced, and the server sees one picture. */
const isInPlace = ({ original }: Retaken): boolean =>
  original !== undefined && isRewritable(toItem(original));

const isOnItsWay = ({ original }: Retaken): boolean =>
  original !== undefined && original.state.name !== 'delivered';

/**
 * After every correction that this user has confirmed here, also where the clock was set back: the server lets the one decide that was
 * captured last, and takes an instant of the future for the present.
 */
async function instantOf({ ownerId, capturedAt, clockOffset }: Confirmation): Promise<number> {
  const [waiting, settled] = await Promise.all([
    db.entries.where('[ownerId+kind]').equals([ownerId, 'correction']).toArray(),
    db.receipts
      .where('[ownerId+capturedAt]')
      .between([ownerId, capturedAt], [ownerId, Infinity], true, true)
      .filter(({ kind }) => kind === 'correction')
      .toArray(),
  ]);
  const instants = waiting.map((entry) => entry.capturedAt + entry.clockOffset - clockOffset);
  return Math.max(capturedAt, ...[...instants, ...settled.map((row) => row.capturedAt)].map((at) => at + 1));
}

interface Prepared {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly body: string;
}

async function prepareEntry(
  { keys, confirmation }: Correcting,
  plan: SentPlan,
  tag: string,
  summary: CorrectionSummary,
): Promise<EntryRow> {
  const { ownerId, branchId, clockOffset } = confirmation;
  const { corrects } = plan;
  const id = crypto.randomUUID();
  const [sealedSummary, corrected, capturedAt] = await Promise.all([
    sealJson(keys, summaryAad(id), summary),
    sealedCorrected(keys, corrects, summary),
    instantOf(confirmation),
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

const heldFor = (entryId: string | null, isHeld: boolean): Partial<Pick<ItemRow, 'heldFor'>> =>
  isHeld && entryId !== null ? { heldFor: entryId } : {};

/** Null where nothing changes but pictures that are replaced in place. */
async function prepare(
  work: Correcting,
  plan: SentPlan,
  content: CorrectionContent,
  tag: string,
): Promise<Prepared | null> {
  const pictures = retakenIn(work.draft, plan.items).filter((one) => !isInPlace(one));
  const kinds = pictures.map(({ kind }) => kind);
  const body = content.bodyFor(kinds);
  if (body === null) return null;
  const entry = await prepareEntry(work, plan, tag, { ...content.summary, pictures: kinds });
  const { entryId, evaluationId } = plan.corrects;
  const id = crypto.randomUUID();
  const sealedBody = await sealJson(work.keys, bodyAad(id), body);
  const lead = newItem(entry, 'correction', {
    id,
    sealedBody,
    picture: null,
    ...heldFor(entryId, evaluationId === null),
  });
  const media = pictures.map((one) =>
    newItem(entry, one.kind, {
      id: crypto.randomUUID(),
      sealedBody: null,
      picture: one.column,
      ...heldFor(entryId, isOnItsWay(one)),
    }),
  );
  return { entry, items: [lead, ...media], body };
}

/** Inside the transaction: pictures of the registration that were never sent are the new ones. */
async function replacePictures(retaken: readonly Retaken[], plan: SentPlan, now: number): Promise<void> {
  for (const { original, column } of retaken.filter(isInPlace)) {
    if (!original) continue;
    const row = { ...original, picture: column, capturedBy: original.ownerId, consent: null };
    await moveRow(row, { type: 'correct', key: crypto.randomUUID() }, now);
    await dropUnreferenced([original.picture?.bytesId]);
  }
  const entry = await db.entries.get(plan.corrects.entryId ?? '');
  if (!entry || !retaken.some(isInPlace)) return;
  await dropFromParcels([entry.id]);
  await updateEntry(entry, now);
}

/** S2 */
async function isWritten(keys: VaultKeys, { entryId, rows }: Written, body: string): Promise<boolean> {
  const found = await readBack(entryId, rows);
  if (found.type === 'gone_on') return true;
  const lead = found.rows.find(({ kind }) => kind === 'correction');
  if (!found.entry || found.rows.length !== rows.length || !lead?.sealedBody) return false;
  return (await openBody(keys, lead.id, lead.sealedBody)) === body;
}

/** Puts the correction into the queue beside its registration, in one transaction. */
async function enqueueCorrection(work: Correcting, plan: SentPlan): Promise<Attempt> {
  const { keys, confirmation, draft, isWanted } = work;
  const { ownerId, correcting, correction, replaces, capturedAt: now } = confirmation;
  if (correction === null || correcting === null) return { type: 'reason_needed' };
  const retaken = retakenIn(draft, plan.items);
  const people = await readPeople(keys, confirmation, null);
  const prepared = await prepare(work, plan, correction, people.tag);
  if (!prepared && retaken.length === 0) return { type: 'nothing_changed' };
  if (!(await isWanted)) return { type: 'not_wanted' };
  for (const { column } of retaken) if (!(await isCaptured(keys, column))) return { type: 'unverified' };
  const isDone = await db.transaction('rw', confirmingTables(), async () => {
    if (!isSamePlan(await planCorrection(ownerId, correcting), plan)) return false;
    await refuseChanged(draft);
    await replacePictures(retaken, plan, now);
    if (prepared) {
      await db.entries.add(prepared.entry);
      await db.items.bulkAdd([...prepared.items]);
    }
    await removeContained(replaces);
    await removeDraft(draft.id);
    await writePeople(ownerId, people);
    return true;
  });
  if (!isDone) return { type: 'moved_on' };
  const written = prepared && { entryId: prepared.entry.id, rows: prepared.items };
  if (written && !(await isWritten(keys, written, prepared.body))) return { type: 'unverified' };
  noteConfirmed(draft);
  return { type: 'confirmed', entryId: plan.corrects.entryId ?? prepared?.entry.id ?? '' };
}

// ------------------------------------------------------------------

async function attempt(work: Correcting): Promise<Attempt> {
  const { ownerId, correcting } = work.confirmation;
  const plan = await planCorrection(ownerId, correcting ?? '');
  switch (plan.type) {
    case 'registration':
      return rewriteRegistration(work, plan);
    case 'correction':
      return enqueueCorrection(work, plan);
    case 'none':
      return { type: 'not_correctable' };
  }
}

/**
 * Confirms the correction in a draft (S30): the registration is replaced where it was certainly never created. Otherwise the correction
 * waits as an entry of its own. A drain that comes between changes which of the two happens, and nothing else.
 */
export async function correct(work: Correcting): Promise<Confirmed> {
  for (let nth = 0; nth < ATTEMPTS; nth += 1) {
    const result = await attempt(work);
    if (result.type !== 'moved_on') return result;
  }
  return { type: 'not_correctable' };
}

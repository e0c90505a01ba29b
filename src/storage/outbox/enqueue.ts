import { isCorrectable } from '#domain/outbox/entry.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import type { KnownPatient } from '#domain/registration.ts';
import { nextTurn } from '#domain/turn-number.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import { readTurns } from '../device/turns.ts';
import { settle } from '../base/in-order.ts';
import { draftIdOf, noteDraft, removeDraft, settledDraft } from '../drafts/drafts.ts';
import type { RegistrationSummary } from '../vault/entry-summary.ts';
import { keysOf } from '../keys/keyring.ts';
import { bodyAad, openBody, summaryAad, toItem } from './rows/outbox-rows.ts';
import { readBack, takeOut } from './read-back.ts';
import { closingTables, evaluationAmong, updateEntry } from './rows/closing.ts';
import { moveRow } from './rows/moves.ts';
import { dropFromParcels } from './rows/parcel-rows.ts';
import { forgetPatient, patientTag, sealPatient } from './patients.ts';
import { dropUnreferenced, forgetCaptured, isCaptured } from '../keys/pictures.ts';
import { StorageProblem, storing, storingFirst } from '../base/problem.ts';
import type { DraftRow, EntryRow, ItemRow, FileColumn } from '../database/records.ts';
import { sealJson, type VaultKeys } from '../vault/vault.ts';

/** What a person confirmed. `body` is the JSON text of the request, kept to the letter so that every send is equal (S7). */
export interface Confirmation {
  readonly ownerId: string;
  readonly branchId: string;
  /** The entry that this corrects; null for a new one. */
  readonly correcting: string | null;
  readonly capturedAt: number;
  readonly clockOffset: number;
  readonly body: string;
  readonly summary: RegistrationSummary;
  readonly person: KnownPatient;
}

export type Confirmed =
  | { readonly type: 'confirmed'; readonly entryId: string }
  | { readonly type: 'pictures_missing' }
  /** What was read back is not what was written. The draft is there again, but where it corrects, or is being sent. */
  | { readonly type: 'unverified' }
  /** The entry to be corrected is gone or no longer refused. */
  | { readonly type: 'not_correctable' }
  /** Whoever confirms is to be asked first; nothing was written. */
  | { readonly type: 'not_wanted' };

/** Whether to write what is confirmed; asked for while it is being sealed, for somebody waits. */
type IsWanted = Promise<boolean>;

interface Pictures {
  readonly photo: FileColumn;
  readonly signature: FileColumn;
}
type WholeDraft = DraftRow & Pictures;

/** What a confirmation takes its pictures from, and what opens it. */
export interface Opened {
  readonly draft: DraftRow | null;
  readonly keys: VaultKeys;
}

const hasPictures = (draft: DraftRow | null): draft is WholeDraft => Boolean(draft?.photo && draft.signature);

const SCOPE = () => [...closingTables(), db.patients];

/** A row that has not been sent yet. What waits for nobody is due at once. */
export function newItem(
  entry: EntryRow,
  kind: ItemKind,
  parts: Pick<ItemRow, 'sealedBody' | 'picture'> & { id: string },
): ItemRow {
  const { id: entryId, ownerId, capturedBy, branchId, capturedAt } = entry;
  const row: ItemRow = {
    entryId,
    ownerId,
    branchId,
    capturedAt,
    kind,
    key: parts.id,
    capturedBy,
    consent: null,
    attempts: 0,
    sealedRefusal: null,
    ...parts,
    state: { name: 'queued' },
    lane: kind === 'evaluation' ? 0 : 1,
  };
  return kind === 'evaluation' || kind === 'attachment' ? { ...row, dueAt: 0 } : row;
}

async function newEntry(keys: VaultKeys, confirmation: Confirmation): Promise<EntryRow> {
  const { ownerId, branchId, capturedAt, clockOffset, summary } = confirmation;
  const id = crypto.randomUUID();
  const [tag, sealedSummary] = await Promise.all([
    patientTag(keys, summary.identificationType, summary.identificationNumber),
    sealJson(keys, summaryAad(id), summary),
  ]);
  return {
    id,
    kind: 'registration',
    target: null,
    ownerId,
    capturedBy: ownerId,
    branchId,
    capturedAt,
    clockOffset,
    patientTag: tag,
    standing: 'on_its_way',
    sealedSummary,
  };
}

/** Everything that must be sealed ahead of the transaction for a new entry. */
async function prepare(keys: VaultKeys, confirmation: Confirmation, pictures: Pictures) {
  const evaluationId = crypto.randomUUID();
  const [entry, sealedBody] = await Promise.all([
    newEntry(keys, confirmation),
    sealJson(keys, bodyAad(evaluationId), confirmation.body),
  ]);
  const items = [
    newItem(entry, 'evaluation', { id: evaluationId, sealedBody, picture: null }),
    newItem(entry, 'photo', { id: crypto.randomUUID(), sealedBody: null, picture: pictures.photo }),
    newItem(entry, 'signature', { id: crypto.randomUUID(), sealedBody: null, picture: pictures.signature }),
  ];
  return { entry, items };
}

/** S2: what was read back when it was captured is still there. Nobody deletes what a draft names, and this one may not change. */
const areCaptured = async (keys: VaultKeys, { photo, signature }: Pictures): Promise<boolean> =>
  (await Promise.all([isCaptured(keys, photo), isCaptured(keys, signature)])).every(Boolean);

/** An entry as this window wrote it. */
interface Written {
  readonly entryId: string;
  readonly rows: readonly ItemRow[];
}

/** S2: the rows as they lie name both pictures, and the words open again as what was confirmed. */
async function isIntact(
  keys: VaultKeys,
  { entryId, rows: written }: Written,
  { body }: Confirmation,
  pictures: Pictures,
): Promise<boolean> {
  const found = await readBack(entryId, written);
  if (found.type === 'gone_on') return true;
  const { entry, rows } = found;
  const rowOf = (kind: ItemKind) => rows.find((row) => row.kind === kind);
  const evaluation = rowOf('evaluation');
  if (!entry || rows.length !== 3 || !evaluation?.sealedBody) return false;
  const names = (['photo', 'signature'] as const).every(
    (kind) => rowOf(kind)?.picture?.bytesId === pictures[kind].bytesId,
  );
  return names && (await openBody(keys, evaluation.id, evaluation.sealedBody)) === body;
}

/**
 * A second tap finds the draft gone, another window's change finds it another (S3). Inside the transaction: what is
 * confirmed is what this window shows, person and pictures together.
 */
async function refuseChanged(draft: DraftRow): Promise<void> {
  if ((await db.drafts.get(draft.id))?.revision !== draft.revision) throw new StorageProblem('changed');
}

/**
 * From here on this window knows that the draft is gone. Not before the words were read back: what it saves until then is refused as
 * 'changed', and makes no draft beside the entry (S3).
 */
function noteConfirmed({ id, photo, signature }: WholeDraft): void {
  noteDraft(id, null);
  forgetCaptured([photo, signature]);
}

/** Takes back an entry that cannot be trusted, so that the wizard is as it was; a started send is left to the outbox. */
const takeBack = ({ entryId, rows }: Written, draft: DraftRow): Promise<void> =>
  db.transaction('rw', SCOPE(), async () => {
    if (await db.drafts.get(draft.id)) return; // Another window has begun the next one: nothing is put over it.
    if (await takeOut(entryId, rows)) await db.drafts.put(draft);
  });

async function enqueueNew(
  keys: VaultKeys,
  confirmation: Confirmation,
  draft: WholeDraft,
  isWanted: IsWanted,
): Promise<Confirmed> {
  const [captured, { entry, items }, patient, wanted] = await Promise.all([
    areCaptured(keys, draft),
    prepare(keys, confirmation, draft),
    sealPatient(keys, confirmation.ownerId, confirmation.person),
    isWanted,
  ]);
  if (!wanted) return { type: 'not_wanted' };
  if (!captured) return { type: 'unverified' };
  await db.transaction('rw', SCOPE(), async () => {
    const [turns] = await Promise.all([readTurns(confirmation.branchId), refuseChanged(draft)]);
    const given = turns && nextTurn(turns);
    await Promise.all([
      db.entries.add(given ? { ...entry, turn: given.turn } : entry),
      db.items.bulkAdd(items),
      db.drafts.delete(draft.id), // The items name its pictures from here on.
      db.patients.put(patient),
      ...(given ? [db.device.put({ ...turns, ...given.count })] : []),
    ]);
  });
  const written = { entryId: entry.id, rows: items };
  if (!(await isIntact(keys, written, confirmation, draft))) {
    await takeBack(written, draft);
    return { type: 'unverified' };
  }
  noteConfirmed(draft);
  return { type: 'confirmed', entryId: entry.id };
}

/** New content under new keys; inside the transaction. The evaluation was refused, so none of it was ever created. */
async function rewriteItem(
  row: ItemRow,
  now: number,
  content: Pick<ItemRow, 'sealedBody' | 'picture'>,
): Promise<void> {
  const key = crypto.randomUUID();
  const rewritten = { ...row, ...content, capturedBy: row.ownerId, consent: null };
  if (row.kind === 'evaluation') await moveRow(rewritten, { type: 'correct', key }, now);
  else await db.items.put({ ...rewritten, key });
}

async function correctEntry(
  keys: VaultKeys,
  confirmation: Confirmation,
  draft: WholeDraft,
  isWanted: IsWanted,
): Promise<Confirmed> {
  const entryId = confirmation.correcting ?? '';
  const before = await db.entries.get(entryId);
  const evaluation = evaluationAmong(await itemsOf(entryId));
  if (!before || !evaluation || before.ownerId !== confirmation.ownerId) return { type: 'not_correctable' };
  const { summary } = confirmation;
  const sealedBody = await sealJson(keys, bodyAad(evaluation.id), confirmation.body);
  const sealedSummary = await sealJson(keys, summaryAad(entryId), summary);
  const tag = await patientTag(keys, summary.identificationType, summary.identificationNumber);
  const patient = await sealPatient(keys, confirmation.ownerId, confirmation.person);
  if (!(await isWanted)) return { type: 'not_wanted' };
  if (!(await areCaptured(keys, draft))) return { type: 'unverified' };
  const rows = await db.transaction('rw', SCOPE(), async () => {
    const present = await itemsOf(entryId);
    const refused = evaluationAmong(present);
    if (!refused || !isCorrectable(toItem(refused))) return null;
    await refuseChanged(draft);
    const replaced = present.map((row) => row.picture?.bytesId);
    for (const row of present) {
      if (row.kind === 'attachment')
        throw new Error(`entry ${entryId} mixes a registration and an attachment`);
      const content =
        row.kind === 'evaluation'
          ? { sealedBody, picture: null }
          : { sealedBody: null, picture: draft[row.kind] };
      await rewriteItem(row, confirmation.capturedAt, content);
    }
    // Whoever corrects it has confirmed it anew (S14).
    const entry = { ...before, capturedBy: confirmation.ownerId, patientTag: tag, sealedSummary };
    await db.entries.put(entry);
    if (before.patientTag !== tag) await forgetPatient(before);
    await dropFromParcels([entryId]);
    await updateEntry(entry, confirmation.capturedAt);
    await removeDraft(draft.id);
    await dropUnreferenced(replaced);
    await db.patients.put(patient);
    return itemsOf(entryId);
  });
  if (!rows) return { type: 'not_correctable' };
  if (!(await isIntact(keys, { entryId, rows }, confirmation, draft))) return { type: 'unverified' };
  noteConfirmed(draft);
  return { type: 'confirmed', entryId };
}

/**
 * The draft that is being confirmed, once every save that was asked for has ended. Of words that could not be saved nothing is missing:
 * they go with the entry; whoever confirms has tried pictures again. @throws StorageProblem
 */
export const openToConfirm = (ownerId: string, correcting: string | null): Promise<Opened> =>
  storing(async () => {
    await settle(draftIdOf(ownerId, correcting));
    // Whoever corrects what was sent or discarded meanwhile is told so, and not that its draft went with it.
    const isOpen = correcting === null || (await db.entries.get(correcting));
    const [draft, keys] = await Promise.all([
      isOpen ? settledDraft(ownerId, correcting) : null,
      keysOf(ownerId),
    ]);
    return { draft, keys };
  });

/**
 * Moves a confirmed registration from the draft to the outbox in one strict transaction and reads it back (S2, S3).
 * StorageProblem when the device's storage fails; then the draft is still there.
 * @param opened asked for before by whoever has more to ask for
 */
export const enqueue = (
  confirmation: Confirmation,
  isWanted: IsWanted = Promise.resolve(true),
  opened?: Opened,
): Promise<Confirmed> =>
  storingFirst(async () => {
    const { ownerId, correcting } = confirmation;
    const { draft, keys } = opened ?? (await openToConfirm(ownerId, correcting));
    if (!hasPictures(draft))
      return { type: draft || correcting === null ? 'pictures_missing' : 'not_correctable' };
    const road = correcting === null ? enqueueNew : correctEntry;
    return road(keys, confirmation, draft, isWanted);
  });

import {
  changedFormFields,
  correctionDraftKey,
  applyFormChange,
  type FormChange,
  type LabelledForm,
} from '#domain/correction.ts';
import {
  identityOfForm,
  NO_TYPED_COMPANIES,
  type DraftContent,
  type KnownPatient,
} from '#domain/registration.ts';
import { withStorageErrors, withStoragePriority } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { findItemsOf } from '../database/items.ts';
import type { CorrectedRegistration, EntryRow, FileColumn } from '../database/records.ts';
import { draftIdOf, seedCorrectionDraft, type PictureSlot } from '../drafts/drafts.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import type { VaultKeys } from '../vault/vault.ts';
import { findCorrectionsFor, isCorrectionReplaceable, planCorrection } from './correction-plan.ts';
import { createdEvaluationId } from './rows/held-corrections.ts';
import { decryptCorrectionSummary, decryptRegistration } from './rows/outbox-rows.ts';

/** Registration as this device or the server knows it. */
export type KnownRegistration = LabelledForm;

/**
 * Returns the key of the draft that corrects an evaluation: the id of the entry of this device that registered it, otherwise
 * `correctionDraftKey`.
 */
export const findCorrectionKey = (ownerId: string, evaluationId: string): Promise<string> =>
  withStorageErrors(async () => {
    const receipt = await db.receipts
      .where('[ownerId+evaluationId]')
      .equals([ownerId, evaluationId])
      .filter(({ kind, outcome }) => kind === 'registration' && outcome !== 'handed_over')
      .first();
    if (receipt) return receipt.entryId;
    const delivered = await db.items.where('[ownerId+state.name]').equals([ownerId, 'delivered']).toArray();
    const created = delivered.find((row) => createdEvaluationId([row]) === evaluationId);
    return created?.entryId ?? correctionDraftKey(evaluationId);
  });

/** Kind of correction that this key requires at this moment. */
export type CorrectionNow =
  /** The registration was never created; the user confirms it again. */
  | { readonly type: 'registration' }
  /** `evaluationId`: null while the registration is being sent. `isKnown`: this device has the confirmed content. */
  | { readonly type: 'correction'; readonly evaluationId: string | null; readonly isKnown: boolean }
  | { readonly type: 'none' };

export const readCorrectionNow = (ownerId: string, key: string): Promise<CorrectionNow> =>
  withStorageErrors(async () => {
    const plan = await planCorrection(ownerId, key);
    switch (plan.type) {
      case 'registration':
      case 'none':
        return { type: plan.type };
      case 'correction': {
        const { entryId, evaluationId } = plan.corrects;
        const isKnown = entryId !== null || (await findCorrectionsFor(ownerId, plan.corrects)).length > 0;
        return { type: 'correction', evaluationId, isKnown };
      }
    }
  });

/** Correction that waits or was delivered. */
interface Made extends FormChange {
  readonly id: string;
  readonly capturedAt: number;
  readonly isWaiting: boolean;
  /** Pictures that were retaken for it. */
  readonly retaken: readonly PictureSlot[];
  readonly isReplaceable: boolean;
}

interface Pictures {
  readonly photo: FileColumn | null;
  readonly signature: FileColumn | null;
}

async function picturesOf(entryId: string): Promise<Pictures> {
  const rows = await findItemsOf(entryId);
  const of = (kind: 'photo' | 'signature') => rows.find((row) => row.kind === kind)?.picture ?? null;
  return { photo: of('photo'), signature: of('signature') };
}

async function openMade(
  keys: VaultKeys,
  { id, sealedSummary, capturedAt }: Pick<EntryRow, 'id' | 'sealedSummary' | 'capturedAt'>,
  state: Pick<Made, 'isWaiting' | 'isReplaceable'>,
): Promise<Made> {
  const { form, labels, before, pictures } = await decryptCorrectionSummary(keys, id, sealedSummary);
  return { id, capturedAt, form, labels, before, retaken: pictures, ...state };
}

/** Returns the corrections of the registration that wait or that this user has delivered from this device, the oldest first. */
async function correctionsMade(
  keys: VaultKeys,
  ownerId: string,
  corrects: CorrectedRegistration,
): Promise<Made[]> {
  const [waiting, receipts] = await Promise.all([
    findCorrectionsFor(ownerId, corrects),
    db.receipts
      .where('[ownerId+evaluationId]')
      .equals([ownerId, corrects.evaluationId ?? ''])
      .filter(({ kind, outcome }) => kind === 'correction' && outcome === 'delivered')
      .toArray(),
  ]);
  const made = await Promise.all([
    ...waiting.map(async (row) =>
      openMade(keys, row, { isWaiting: true, isReplaceable: await isCorrectionReplaceable(row) }),
    ),
    ...receipts.map((row) =>
      openMade(keys, { ...row, id: row.entryId }, { isWaiting: false, isReplaceable: false }),
    ),
  ]);
  return made.sort((one, other) => one.capturedAt - other.capturedAt);
}

/** Returns the registration with its waiting corrections applied. The last correction of a field wins, delivered or not. */
const withCorrections = (
  known: LabelledForm,
  made: readonly Made[],
  isMeant: (one: Made) => boolean,
): LabelledForm =>
  made.reduce((now, one, at) => {
    if (!one.isWaiting || !isMeant(one)) return now;
    const later = made.slice(at + 1).flatMap((other) => changedFormFields(other));
    return applyFormChange(now, one, new Set(later));
  }, known);

/**
 * Returns the registration of this device as its entry or receipt describes it now; null when this device did not register it.
 */
async function ownRegistration(
  keys: VaultKeys,
  key: string,
): Promise<(KnownRegistration & { at: number; linked: KnownPatient | null }) | null> {
  const row = (await db.entries.get(key)) ?? (await db.receipts.get(key));
  if (!row) return null;
  const { form, labels, linked } = await decryptRegistration(keys, key, row.sealedSummary);
  return { form, labels, linked, at: row.capturedAt };
}

/** Returns the registration with all corrections that wait on this device. */
async function startOf(ownerId: string, key: string, told: KnownRegistration | null) {
  const [keys, plan] = await Promise.all([requireKeysOf(ownerId), planCorrection(ownerId, key)]);
  if (plan.type === 'none') return null;
  const corrects = plan.type === 'correction' ? plan.corrects : { entryId: key, evaluationId: null };
  const [made, own] = await Promise.all([
    correctionsMade(keys, ownerId, corrects),
    ownRegistration(keys, key),
  ]);
  const known = (plan.type === 'correction' ? told : null) ?? own ?? oldestOf(made);
  if (!known) return null;
  const before = withCorrections(known, made, (one) => !one.isReplaceable);
  const now = withCorrections(known, made, () => true);
  // A registration that was never created is sent as a new one. It identifies the patient as before: by id, and with the values
  // that the user removed.
  const linked = plan.type === 'registration' ? (own?.linked ?? null) : null;
  return { now, before, made, linked, at: own?.at ?? 0 };
}

/**
 * Returns the registration as it was before the first correction made here. Without a connection, the device knows no more of a
 * registration made on another device.
 */
const oldestOf = ([first]: readonly Made[]): LabelledForm | null =>
  first ? { form: first.before, labels: first.labels } : null;

/**
 * Returns the pictures of the registration while it is in the queue, and the pictures to show. Pictures retaken by an earlier
 * correction that the new one replaces take precedence.
 */
async function shownPictures(
  key: string,
  made: readonly Made[],
): Promise<{ own: Pictures; shown: Pictures }> {
  const own = await picturesOf(key);
  let shown = own;
  for (const [at, { id, isReplaceable: isReplaced, retaken }] of made.entries()) {
    if (!isReplaced) continue;
    const later = new Set(made.slice(at + 1).flatMap((other) => other.retaken));
    const pictures = await picturesOf(id);
    for (const kind of retaken) if (!later.has(kind)) shown = { ...shown, [kind]: pictures[kind] };
  }
  return { own, shown };
}

/**
 * Stores the draft of a correction: form and pictures of the registration as it is now, unless a correction was begun before.
 * `told`: the registration as the server knows it; null without a response. Returns false when there is nothing to correct or
 * the registration is not known here.
 */
export const openCorrection = (
  ownerId: string,
  key: string,
  told: KnownRegistration | null,
): Promise<boolean> =>
  withStoragePriority(async () => {
    const start = await startOf(ownerId, key, told);
    if (!start) return (await db.drafts.get(draftIdOf(ownerId, key))) !== undefined && isOpen(ownerId, key);
    const { now, before, made, linked, at } = start;
    const content: DraftContent = {
      form: now.form,
      step: 0,
      linked,
      picturesOf: identityOfForm(before.form),
      typedCompanies: NO_TYPED_COMPANIES,
      correcting: {
        before: before.form,
        labels: before.labels,
        replaces: made.filter((one) => one.isReplaceable).map(({ id }) => id),
        reason: '',
        arePicturesRight: false,
        moved: null,
      },
    };
    const { own, shown } = await shownPictures(key, made);
    await seedCorrectionDraft(ownerId, key, content, { ...shown, updatedAt: at, openedWith: ids(own) });
    return true;
  });

const ids = ({ photo, signature }: Pictures): string[] =>
  [photo, signature].flatMap((column) => (column ? [column.bytesId] : []));

const isOpen = async (ownerId: string, key: string): Promise<boolean> =>
  (await planCorrection(ownerId, key)).type !== 'none';

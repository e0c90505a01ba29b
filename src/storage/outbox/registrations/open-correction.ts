import {
  changedFieldNames,
  correctionDraftKey,
  applyFormChange,
  type FormChange,
  type LabelledForm,
} from '#domain/correction.ts';
import {
  identityOfForm,
  NO_TYPED_COMPANIES,
  type DraftContent,
  type LocalPatient,
} from '#domain/registration.ts';
import { runStorageOperation, runPriorityStorageOperation } from '../../base/problem.ts';
import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { CorrectedRegistrationIds, EntryRow, FileColumn } from '../../database/records.ts';
import { draftIdOf, seedCorrectionDraft, type PictureSlot } from '../../drafts/drafts.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import type { VaultKeys } from '../../vault/vault.ts';
import { findQueuedCorrections, isCorrectionReplaceable, planCorrection } from './correction-plan.ts';
import { createdEvaluationId } from '../rows/held-corrections.ts';
import { decryptCorrectionSummary, decryptRegistrationSummary } from '../rows/outbox-rows.ts';

export type LabelledRegistration = LabelledForm;

/**
 * Returns the key of the draft that corrects an evaluation: the id of the entry of this device that registered it, otherwise
 * `correctionDraftKey`.
 */
export const findCorrectionDraftKey = (ownerId: string, evaluationId: string): Promise<string> =>
  runStorageOperation(async () => {
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

export type CorrectionAvailability =
  /** The server does not have the registration; confirming replaces it in the queue. */
  | { readonly type: 'registration' }
  /**
   * `evaluationId`: null while the registration is being sent. `isKnown`: true if this device knows the registration's content.
   */
  | { readonly type: 'correction'; readonly evaluationId: string | null; readonly isKnown: boolean }
  | { readonly type: 'none' };

export const readCorrectionAvailability = (ownerId: string, key: string): Promise<CorrectionAvailability> =>
  runStorageOperation(async () => {
    const plan = await planCorrection(ownerId, key);
    switch (plan.type) {
      case 'registration':
      case 'none':
        return { type: plan.type };
      case 'correction': {
        const { entryId, evaluationId } = plan.corrects;
        const isKnown = entryId !== null || (await findQueuedCorrections(ownerId, plan.corrects)).length > 0;
        return { type: 'correction', evaluationId, isKnown };
      }
    }
  });

interface DecryptedCorrection extends FormChange {
  readonly id: string;
  readonly capturedAt: number;
  readonly isWaiting: boolean;
  readonly retaken: readonly PictureSlot[];
  readonly isReplaceable: boolean;
}

interface RegistrationPictures {
  readonly photo: FileColumn | null;
  readonly signature: FileColumn | null;
}

async function findPicturesOfEntry(entryId: string): Promise<RegistrationPictures> {
  const rows = await findItemsOfEntry(entryId);
  const pictureOf = (kind: 'photo' | 'signature') => rows.find((row) => row.kind === kind)?.picture ?? null;
  return { photo: pictureOf('photo'), signature: pictureOf('signature') };
}

async function decryptStoredCorrection(
  keys: VaultKeys,
  { id, sealedSummary, capturedAt }: Pick<EntryRow, 'id' | 'sealedSummary' | 'capturedAt'>,
  state: Pick<DecryptedCorrection, 'isWaiting' | 'isReplaceable'>,
): Promise<DecryptedCorrection> {
  const { form, labels, before, pictures } = await decryptCorrectionSummary(keys, id, sealedSummary);
  return { id, capturedAt, form, labels, before, retaken: pictures, ...state };
}

/** Returns the queued corrections of a registration and those that this user delivered from this device, oldest first. */
export async function readCorrectionsOfRegistration(
  keys: VaultKeys,
  ownerId: string,
  corrects: CorrectedRegistrationIds,
): Promise<DecryptedCorrection[]> {
  const [waiting, receipts] = await Promise.all([
    findQueuedCorrections(ownerId, corrects),
    db.receipts
      .where('[ownerId+evaluationId]')
      .equals([ownerId, corrects.evaluationId ?? ''])
      .filter(({ kind, outcome }) => kind === 'correction' && outcome === 'delivered')
      .toArray(),
  ]);
  const made = await Promise.all([
    ...waiting.map(async (row) =>
      decryptStoredCorrection(keys, row, {
        isWaiting: true,
        isReplaceable: await isCorrectionReplaceable(row),
      }),
    ),
    ...receipts.map((row) =>
      decryptStoredCorrection(keys, { ...row, id: row.entryId }, { isWaiting: false, isReplaceable: false }),
    ),
  ]);
  return made.sort((one, other) => one.capturedAt - other.capturedAt);
}

/**
 * Returns the registration with the values of the queued corrections for which `isMeant` is true. A correction does not change
 * a field that a later correction also changes, even if the later one is already delivered.
 */
const applyQueuedCorrections = (
  known: LabelledForm,
  made: readonly DecryptedCorrection[],
  isMeant: (one: DecryptedCorrection) => boolean,
): LabelledForm =>
  made.reduce((now, one, at) => {
    if (!one.isWaiting || !isMeant(one)) return now;
    const later = made.slice(at + 1).flatMap((other) => changedFieldNames(other));
    return applyFormChange(now, one, new Set(later));
  }, known);

/** Returns the registration from its entry or receipt, including delivered corrections; null when another device made it. */
async function readLocalRegistration(
  keys: VaultKeys,
  key: string,
): Promise<(LabelledRegistration & { at: number; linked: LocalPatient | null }) | null> {
  const row = (await db.entries.get(key)) ?? (await db.receipts.get(key));
  if (!row) return null;
  const { form, labels, linked } = await decryptRegistrationSummary(keys, key, row.sealedSummary);
  return { form, labels, linked, at: row.capturedAt };
}

/** Returns the registration to correct, with all queued corrections applied; null when it is unknown or cannot be corrected. */
async function readRegistrationToCorrect(
  ownerId: string,
  key: string,
  registration: LabelledRegistration | null,
) {
  const [keys, plan] = await Promise.all([requireKeysOf(ownerId), planCorrection(ownerId, key)]);
  if (plan.type === 'none') return null;
  const corrects = plan.type === 'correction' ? plan.corrects : { entryId: key, evaluationId: null };
  const [made, own] = await Promise.all([
    readCorrectionsOfRegistration(keys, ownerId, corrects),
    readLocalRegistration(keys, key),
  ]);
  const known = (plan.type === 'correction' ? registration : null) ?? own ?? findFormBeforeCorrections(made);
  if (!known) return null;
  const before = applyQueuedCorrections(known, made, (one) => !one.isReplaceable);
  const now = applyQueuedCorrections(known, made, () => true);
  // A registration that the server never created is sent as a new one. It keeps the patient's id, and the values that the user
  // removed from the patient's record.
  const linked = plan.type === 'registration' ? (own?.linked ?? null) : null;
  return { now, before, made, linked, at: own?.at ?? 0 };
}

/**
 * Returns the registration as it was before the first correction made on this device. Offline, this is all that the device
 * knows of a registration made on another device.
 */
const findFormBeforeCorrections = ([first]: readonly DecryptedCorrection[]): LabelledForm | null =>
  first ? { form: first.before, labels: first.labels } : null;

/**
 * Returns the registration's queued pictures (`own`) and the pictures to show. A picture retaken by a queued correction is
 * shown in place of the original if the new correction will replace the queued one.
 */
async function findPicturesToShow(
  key: string,
  made: readonly DecryptedCorrection[],
): Promise<{ own: RegistrationPictures; shown: RegistrationPictures }> {
  const own = await findPicturesOfEntry(key);
  let shown = own;
  for (const [at, { id, isReplaceable: isReplaced, retaken }] of made.entries()) {
    if (!isReplaced) continue;
    const later = new Set(made.slice(at + 1).flatMap((other) => other.retaken));
    const pictures = await findPicturesOfEntry(id);
    for (const kind of retaken) if (!later.has(kind)) shown = { ...shown, [kind]: pictures[kind] };
  }
  return { own, shown };
}

/**
 * Stores the draft of a correction with the current form and pictures, unless a begun correction exists. `registration`: registration
 * from the server; null without a response. Returns false when nothing can be corrected or the registration is unknown here.
 */
export const openCorrection = (
  ownerId: string,
  key: string,
  registration: LabelledRegistration | null,
): Promise<boolean> =>
  runPriorityStorageOperation(async () => {
    const start = await readRegistrationToCorrect(ownerId, key, registration);
    if (!start)
      return (await db.drafts.get(draftIdOf(ownerId, key))) !== undefined && isStillCorrectable(ownerId, key);
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
    const { own, shown } = await findPicturesToShow(key, made);
    await seedCorrectionDraft(ownerId, key, content, {
      ...shown,
      updatedAt: at,
      openedWith: bytesIdsOfPictures(own),
    });
    return true;
  });

const bytesIdsOfPictures = ({ photo, signature }: RegistrationPictures): string[] =>
  [photo, signature].flatMap((column) => (column ? [column.bytesId] : []));

const isStillCorrectable = async (ownerId: string, key: string): Promise<boolean> =>
  (await planCorrection(ownerId, key)).type !== 'none';

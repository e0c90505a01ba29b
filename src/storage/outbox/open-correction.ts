import {
  holderIn,
  NO_TYPED_COMPANIES,
  type DraftContent,
  type RegistrationForm,
  type RegistrationLabels,
} from '#domain/registration.ts';
import { storing, storingFirst } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { EntryRow, FileColumn } from '../database/records.ts';
import { draftIdOf, seedDraft } from '../drafts/drafts.ts';
import { keysOf } from '../keys/keyring.ts';
import type { VaultKeys } from '../vault/vault.ts';
import { correctionsFor, isReplaceable, keyOfEvaluation, planCorrection, type CorrectionPlan } from './correction-plan.ts';
import { createdBy } from './rows/holding.ts';
import { openCorrectionSummary, openRegistration } from './rows/outbox-rows.ts';

/** A registration as somebody knows it: this device, or the server. */
export interface KnownRegistration {
  readonly form: RegistrationForm;
  readonly labels: RegistrationLabels;
}

/** Key of the draft that corrects an evaluation: the entry of this device that registered it, if there is one. */
export const correctionKeyOf = (ownerId: string, evaluationId: string): Promise<string> =>
  storing(async () => {
    const receipt = await db.receipts
      .where('[ownerId+evaluationId]')
      .equals([ownerId, evaluationId])
      .filter(({ kind, outcome }) => kind === 'registration' && outcome !== 'handed_over')
      .first();
    if (receipt) return receipt.entryId;
    const delivered = await db.items.where('[ownerId+state.name]').equals([ownerId, 'delivered']).toArray();
    const created = delivered.find((row) => createdBy([row]) === evaluationId);
    return created?.entryId ?? keyOfEvaluation(evaluationId);
  });

/** What a correction of this key has to be made of at this moment. */
export type CorrectionNow =
  /** The registration was never created: whoever corrects it confirms it once more. */
  | { readonly type: 'registration' }
  /** `evaluationId`: null while it is being sent. `isKnown`: this device has what was confirmed. */
  | { readonly type: 'correction'; readonly evaluationId: string | null; readonly isKnown: boolean }
  | { readonly type: 'none' };

export const correctionNow = (ownerId: string, key: string): Promise<CorrectionNow> =>
  storing(async () => {
    const plan = await planCorrection(ownerId, key);
    switch (plan.type) {
      case 'registration':
      case 'none':
        return { type: plan.type };
      case 'correction': {
        const { entryId, evaluationId } = plan.corrects;
        const isKnown = entryId !== null || (await correctionsFor(ownerId, plan.corrects)).length > 0;
        return { type: 'correction', evaluationId, isKnown };
      }
    }
  });

interface Waiting extends KnownRegistration {
  readonly id: string;
  readonly before: KnownRegistration;
  readonly isReplaceable: boolean;
  readonly pictures: Pictures;
}

interface Pictures {
  readonly photo: FileColumn | null;
  readonly signature: FileColumn | null;
}

async function picturesOf(entryId: string): Promise<Pictures> {
  const rows = await itemsOf(entryId);
  const of = (kind: 'photo' | 'signature') => rows.find((row) => row.kind === kind)?.picture ?? null;
  return { photo: of('photo'), signature: of('signature') };
}

async function openWaiting(keys: VaultKeys, row: EntryRow): Promise<Waiting> {
  const { form, labels, before, labelsBefore } = await openCorrectionSummary(keys, row.id, row.sealedSummary);
  return {
    id: row.id,
    form,
    labels,
    before: { form: before, labels: labelsBefore },
    isReplaceable: await isReplaceable(row),
    pictures: await picturesOf(row.id),
  };
}

/** What this device registered, as its entry or receipt describes it now; null where it did not. */
async function ownRegistration(keys: VaultKeys, key: string): Promise<(KnownRegistration & { at: number }) | null> {
  const row = (await db.entries.get(key)) ?? (await db.receipts.get(key));
  if (!row) return null;
  const { form, labels } = await openRegistration(keys, key, row.sealedSummary);
  return { form, labels, at: row.capturedAt };
}

const isSent = (plan: CorrectionPlan): boolean => plan.type === 'correction';

/** The registration with everything that waits on this device to correct it. */
async function startOf(ownerId: string, key: string, told: KnownRegistration | null) {
  const [keys, plan] = await Promise.all([keysOf(ownerId), planCorrection(ownerId, key)]);
  if (plan.type === 'none') return null;
  const corrects = plan.type === 'correction' ? plan.corrects : { entryId: key, evaluationId: null };
  const waiting = await Promise.all((await correctionsFor(ownerId, corrects)).map((row) => openWaiting(keys, row)));
  const own = await ownRegistration(keys, key);
  const known = (isSent(plan) ? told : null) ?? own;
  const replaced = waiting.filter((one) => one.isReplaceable);
  const now = waiting.at(-1) ?? known;
  const before = plan.type === 'registration' ? known : (replaced[0]?.before ?? now);
  if (!now || !before) return null;
  return { now, before, replaced, at: own?.at ?? 0 };
}

/** Pictures of the registration while it is in the queue, and over them those that a replaced correction took again. */
async function shownPictures(key: string, replaced: readonly Waiting[]): Promise<{ own: Pictures; shown: Pictures }> {
  const own = await picturesOf(key);
  const shown = replaced.reduce<Pictures>(
    (before, { pictures }) => ({
      photo: pictures.photo ?? before.photo,
      signature: pictures.signature ?? before.signature,
    }),
    own,
  );
  return { own, shown };
}

/**
 * Stores the draft of a correction: form and pictures of the registration as it is now, unless a correction was begun before. `told`: what
 * the server knows of it, null without an answer. False when there is nothing to correct, or nothing is known of it here.
 */
export const openCorrection = (ownerId: string, key: string, told: KnownRegistration | null): Promise<boolean> =>
  storingFirst(async () => {
    const start = await startOf(ownerId, key, told);
    if (!start) return (await db.drafts.get(draftIdOf(ownerId, key))) !== undefined && isOpen(ownerId, key);
    const { now, before, replaced, at } = start;
    const content: DraftContent = {
      form: now.form,
      step: 0,
      linked: null,
      picturesOf: holderIn(before.form),
      typedCompanies: NO_TYPED_COMPANIES,
      correcting: {
        before: before.form,
        labels: before.labels,
        replaces: replaced.map(({ id }) => id),
        reason: '',
      },
    };
    const { own, shown } = await shownPictures(key, replaced);
    await seedDraft(ownerId, key, content, { ...shown, updatedAt: at, openedWith: ids(own) });
    return true;
  });

const ids = ({ photo, signature }: Pictures): string[] =>
  [photo, signature].flatMap((column) => (column ? [column.bytesId] : []));

const isOpen = async (ownerId: string, key: string): Promise<boolean> =>
  (await planCorrection(ownerId, key)).type !== 'none';

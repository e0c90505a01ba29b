import type { CardText } from '#domain/card/capture.ts';
import { isCorrectable } from '#domain/outbox/entry.ts';
import { emptyRegistration, NO_TYPED_COMPANIES, type DraftContent } from '#domain/registration.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import { loadDraft, type CapturedPicture } from '#storage/drafts/drafts.ts';
import { openCorrection as seedCorrection } from '#sync/changes/on-device.ts';
import { readEntry, type RegistrationEntry, type ItemView } from '#storage/outbox/entries.ts';
import { readCorrectionNow, type CorrectionNow } from '#storage/outbox/open-correction.ts';
import { areCorrectionsTaken } from '#storage/database/provider-traits.ts';
import { fetchRegistration, type FetchedRegistration } from '#sync/reads/registration.ts';
import type { DraftKey } from './draft-channel.ts';

type CorrectionKey = DraftKey & { readonly entryId: string };

/** What the wizard opens with. */
export interface WizardStart {
  readonly content: DraftContent;
  readonly photo: CapturedPicture | null;
  readonly signature: CapturedPicture | null;
  /** A draft from an earlier visit was found. */
  readonly restored: boolean;
  /** Why the server refused the entry that is being corrected. */
  readonly refusal: Refusal | null;
  /** A card that was read over the registration before, to be read into this one. */
  readonly card: CardText | null;
}

export type Start =
  | { readonly name: 'wizard'; readonly start: WizardStart }
  /** The evaluation arrived; photo or signature were refused and have to be taken again. */
  | { readonly name: 'recapture'; readonly entryId: string }
  | { readonly name: 'nothing_to_correct'; readonly why: NotOpened | null };

const EMPTY: DraftContent = {
  form: emptyRegistration,
  step: 0,
  linked: null,
  picturesOf: null,
  typedCompanies: NO_TYPED_COMPANIES,
  correcting: null,
};

export const emptyStart: WizardStart = {
  content: EMPTY,
  photo: null,
  signature: null,
  restored: false,
  refusal: null,
  card: null,
};

async function openDraft({ ownerId, entryId }: DraftKey, refusal: Refusal | null): Promise<WizardStart> {
  const draft = await loadDraft(ownerId, entryId);
  if (!draft) return { ...emptyStart, refusal };
  const { content, photo, signature } = draft;
  return { content: content ?? EMPTY, photo, signature, restored: true, refusal, card: null };
}

export const refusalOf = (item: ItemView | undefined): Refusal | null =>
  item?.state.name === 'attention' ? item.state.refusal : null;

/** Pictures that may be taken again (S7). */
export const refusedMedia = (entry: RegistrationEntry): readonly ItemView[] =>
  entry.items.filter((item) => item.kind !== 'evaluation' && isCorrectable(item));

/** Why a registration that was sent cannot be corrected here now. */
type NotOpened = Exclude<FetchedRegistration['type'], 'known'>;

/** What the server knows of it, where it can be asked; null leaves the correction to what this device knows. */
const askServer = async (evaluationId: string | null): Promise<FetchedRegistration | null> =>
  evaluationId === null || !(await areCorrectionsTaken(Date.now())) ? null : fetchRegistration(evaluationId);

async function openSent(
  { ownerId, entryId: key }: CorrectionKey,
  { evaluationId, isKnown }: Extract<CorrectionNow, { type: 'correction' }>,
): Promise<NotOpened | null> {
  const told = await askServer(evaluationId);
  if (told?.type === 'closed' || told?.type === 'lacking' || told?.type === 'not_found') return told.type;
  const registration = told?.type === 'known' ? told.registration : null;
  const isOpened = await seedCorrection(ownerId, key, registration);
  return isOpened || isKnown ? null : 'unreachable';
}

async function openCorrection(draftKey: CorrectionKey, isSent: boolean): Promise<Start> {
  const { ownerId, entryId: key } = draftKey;
  const [entry, now] = await Promise.all([readEntry(ownerId, key), readCorrectionNow(ownerId, key)]);
  if (entry && !isSent && refusedMedia(entry).length > 0) return { name: 'recapture', entryId: key };
  if (now.type === 'none') return { name: 'nothing_to_correct', why: null };
  const why = now.type === 'correction' ? await openSent(draftKey, now) : null;
  if (why !== null) return { name: 'nothing_to_correct', why };
  if (now.type === 'registration') await seedCorrection(ownerId, key, null);
  const refusal = refusalOf(entry?.items.find((item) => item.kind === 'evaluation'));
  return { name: 'wizard', start: { ...(await openDraft(draftKey, refusal)), restored: false } };
}

/**
 * `isSent`: the screen was opened for a registration that was sent, and not for its refused pictures.
 * @throws StorageProblem when the device's storage or the user's key is not to be had
 */
export async function openStart({ ownerId, entryId }: DraftKey, isSent = false): Promise<Start> {
  if (entryId !== null) return openCorrection({ ownerId, entryId }, isSent);
  return { name: 'wizard', start: await openDraft({ ownerId, entryId }, null) };
}

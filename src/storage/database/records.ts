import type { Use } from '#domain/catalog/usual.ts';
import type { EntryStanding } from '#domain/outbox/entry.ts';
import type { EntryKind, ItemKind, ItemState } from '#domain/outbox/item.ts';
import type { WrappedKey } from '../vault/wrapped-key.ts';

/**
 * Rows as they lie in IndexedDB. `sealed…` columns hold what names or shows a person (D1); everything beside them is
 * ids, states and times. Times are milliseconds of the device's clock.
 */
export interface KeyRow {
  userId: string;
  seal: CryptoKey;
  tag: CryptoKey;
  /** What the provider calls the user, and the key by which it speaks of its copies (S29), where both are others. */
  provider?: { userId: string; tag: CryptoKey };
}

/**
 * Whether the provider takes this user's session. `expired`: it said 401; the queue pauses and sign-in is asked for in
 * place (S9). `offline`: the password opened the device's copy of the key, and the provider has not been asked yet.
 */
export type Gate = 'open' | 'expired' | 'offline';

/** Whoever is signed in on this device; one row, `id` is always 'current'. */
export interface AccountRow {
  id: 'current';
  userId: string;
  /** The branch that the session acts for. */
  branchId: string | null;
  /** `AccountFacts` */
  sealedFacts: ArrayBuffer;
  gate: Gate;
}

/** What a sign-in by password leaves on the device for one without network (D2); it outlives the sign-out. */
export interface DeviceKeyRow extends WrappedKey, AttemptCount {
  /** HMAC of the e-mail under the device's mail key: it names nobody. */
  id: string;
  userId: string;
  /** `device`: no provider keeps this key; nothing but the password brings it back. */
  origin: 'provider' | 'device';
  /** As in the account; the facts open with the data key itself. */
  branchId: string | null;
  sealedFacts: ArrayBuffer;
  /** `BranchFace`: what the top bar says after a sign-in without network; absent before it has come, and in earlier rows. */
  sealedFace?: ArrayBuffer;
}

/** Names a row of `bytes`, and seals what it must be (`FileRef`). */
export interface FileColumn {
  bytesId: string;
  sealedRef: ArrayBuffer;
}

export interface DraftRow {
  /** `${ownerId}:new`; `${ownerId}:${entryId}` while an entry is being corrected; `${ownerId}:parked:${uuid}` of who waits. */
  id: string;
  ownerId: string;
  sealedContent: ArrayBuffer | null;
  photo: FileColumn | null;
  signature: FileColumn | null;
  /** Another at each write: a window that has not seen the last one may neither write nor confirm. */
  revision: string;
  updatedAt: number;
  /** Since when it waits; absent from what is on the screen. */
  parkedAt?: number;
  /** Of a correction: `updatedAt` when it was opened, so that a later change can be recognised. */
  openedAt?: number;
  /** Of a correction: `bytesId` of the pictures that it was opened with. Any other picture was taken again. */
  openedWith?: string[];
}

/** Sealed bytes of one file, written once at capture and never rewritten; read by primary key only (S19). */
export interface BytesRow {
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
}

/** The exam of an evaluation that exists; ids of the provider. */
export interface AttachmentTarget {
  evaluationId: string;
  examOrderId: string;
}

/** The registration that a correction corrects (S30). */
export interface CorrectedRegistration {
  /** Its entry on this device; null where another device registered it. */
  entryId: string | null;
  /** The server's id of its evaluation; null until the evaluation is delivered. */
  evaluationId: string | null;
}

export interface EntryRow {
  id: string;
  kind: EntryKind;
  /** Where an attachment goes; null for a registration, which makes its own evaluation, and for a correction. */
  target: AttachmentTarget | null;
  /** Of a correction; absent from everything else. */
  corrects?: CorrectedRegistration | undefined;
  /** Of a correction: the summary of its registration as corrected, encrypted for the place of the registration. */
  sealedCorrected?: ArrayBuffer | undefined;
  /** Whose queue it is in: who sends it. */
  ownerId: string;
  /** Who confirmed it: the owner, or who handed it over (S14). */
  capturedBy: string;
  branchId: string;
  capturedAt: number;
  /** Added to `capturedAt` gives the provider's clock (S15). */
  clockOffset: number;
  /** Finds the person's registrations (D3); empty for an attachment, which registers nobody. */
  patientTag: string;
  standing: Exclude<EntryStanding, 'delivered'>;
  sealedSummary: ArrayBuffer;
  /** The turn that the person was given at the branch (S28); absent where there was none. It names nobody. */
  turn?: string | undefined;
}

type WithoutRefusal<State> = State extends unknown ? Omit<State, 'refusal'> : never;

export interface ItemRow {
  id: string;
  entryId: string;
  ownerId: string;
  branchId: string;
  /** The entry's, so that among what is due the oldest goes first. */
  capturedAt: number;
  kind: ItemKind;
  key: string;
  /** Who confirmed this content: the entry's capturer, or the owner who replaced it since (S14). */
  capturedBy: string;
  /** What `X-Consent` carries when that is somebody else than the owner; null for the owner's own. */
  consent: string | null;
  attempts: number;
  /** The state's refusal, which quotes what a person typed, is sealed beside it. */
  state: WithoutRefusal<ItemState>;
  sealedRefusal: ArrayBuffer | null;
  /** The body of the evaluation or correction; null for media and attachments, whose content is the file in `picture`. */
  sealedBody: ArrayBuffer | null;
  picture: FileColumn | null;
  /** Index of what can go: evaluations and corrections (0) before files (1), by due time; absent when it does not go by itself (S12). */
  lane: 0 | 1;
  dueAt?: number;
  /**
   * Of a correction: entry of the registration that has to be delivered first (S30). Its lead waits for the evaluation, a picture until
   * the registration has left the queue. Absent once that has happened.
   */
  heldFor?: string;
  /**
   * Of an attachment for a provider that keeps no keys: ids of the files of its name that the exam had before the first
   * send (S23).
   */
  namesakes?: string[];
}

export type ReceiptOutcome = 'delivered' | 'discarded' | 'handed_over';

/**
 * What is left of an entry that was wholly delivered or discarded (S10, S22), or moved to the queue of a colleague who
 * received it (S14). Then the receipt is its former owner's, and the colleague's will stand beside it.
 */
export interface ReceiptRow {
  /** The entry's id; for what was handed over `${entryId}:${ownerId}`. */
  id: string;
  entryId: string;
  kind: EntryKind;
  ownerId: string;
  capturedBy: string;
  branchId: string;
  capturedAt: number;
  settledAt: number;
  outcome: ReceiptOutcome;
  evaluationId: string | null;
  patientTag: string;
  sealedSummary: ArrayBuffer;
  /** The entry's. */
  turn?: string | undefined;
}

/**
 * An entry that has wholly arrived, until a copy of the provider's database has it (S29): its rows as they lay, sealed as they were. Its
 * files stay in `bytes`.
 */
export interface KeptRow {
  /** The entry's. */
  id: string;
  ownerId: string;
  /** The life of the provider's database that was known when it arrived. */
  life: string;
  /** When the next statement was made, on the provider's clock: the entry had arrived before it. 0 until there is one. */
  seenAt: number;
  /** What lies here of it; 0 before the next statement. */
  size: number;
  bytesIds: string[];
  entry: EntryRow;
  items: ItemRow[];
}

/** What keeps passwords from being tried one after the other: wrong ones in a row, and until when none is tried. */
export interface AttemptCount {
  wrong: number;
  blockedUntil: number;
}

/** A handover that lies on this tablet until a colleague opens it with its code, or its owner takes it back (S14). */
export interface ParcelRow extends AttemptCount {
  id: string;
  /** Who left it. */
  ownerId: string;
  createdAt: number;
  /** Of the key that the code makes; in its places too (parcel-format.ts). */
  salt: Uint8Array<ArrayBuffer>;
  sealedManifest: ArrayBuffer;
}

/** One entry of a handover, sealed under the code. It leaves with the entry that it is a copy of. */
export interface ParcelEntryRow {
  /** `${parcelId}:${position}` */
  id: string;
  parcelId: string;
  ownerId: string;
  entryId: string;
  /** In the manifest's order, from 1. */
  position: number;
  sealed: ArrayBuffer;
}

export interface PatientRow {
  /** `${ownerId}:` + HMAC of document type and number (D3). */
  tag: string;
  ownerId: string;
  sealed: ArrayBuffer;
  seenAt: number;
}

/** What a cached answer is: an evaluation, a page of the list, a picture or attachment, a PDF, the start page's figures. */
export type CacheKind = 'evaluation' | 'list' | 'file' | 'document' | 'figures';

/**
 * One answer of the provider, kept for reading without a network (R3). The key is made of ids, states and days only:
 * a list that was searched by a name is never kept.
 */
export interface CacheRow {
  key: string;
  ownerId: string;
  /** The branch that the session acted for. */
  branchId: string;
  kind: CacheKind;
  /** Null for a list. */
  evaluationId: string | null;
  sealed: ArrayBuffer;
  /** When the provider last said so. */
  fetchedAt: number;
  /** When a person last opened it; null for what came without being asked for (R2). */
  openedAt: number | null;
}

/** What a doctor has typed and not yet saved, of one evaluation; or an administrator, of one step of the set-up. */
export interface ClinicalDraftRow {
  /** `${ownerId}:${evaluationId}`, `${ownerId}:setup:${step}` */
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
  updatedAt: number;
  /** Another at each write, so that a window sees that another has written; absent from earlier rows. */
  revision?: string;
}

/** One row of a mirrored catalogue (R1); `folded` is what search reads. Catalogues are not personal. */
export interface CatalogRowRecord {
  resource: string;
  id: string;
  code: string;
  name: string;
  detail: string | null;
  active: boolean;
  folded: string;
  /** When it was kept between two crawls; absent from what a crawl brought. Milliseconds. */
  keptAt?: number;
}

export interface MirrorRow {
  resource: string;
  /** ETag of each page of the last whole crawl. */
  etags: string[];
  refreshedAt: number;
  /** Rows kept since then: another count, another content. */
  rowsKept?: number;
}

export interface RecentRow {
  ownerId: string;
  resource: string;
  id: string;
  usedAt: number;
  /** Newest first; absent from what nobody used here since uses are kept. */
  uses?: readonly Use[];
}

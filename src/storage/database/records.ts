import type { DeviceKey, DeviceSecret } from '#contract/device-proof.ts';
import type { Branding } from '#contract/branding.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import type { Use } from '#domain/catalog/usual.ts';
import type { EntryStanding } from '#domain/outbox/entry.ts';
import type { EntryKind, ItemKind, ItemState } from '#domain/outbox/item.ts';
import type { Link } from '#domain/link.ts';
import type { LockMinutes } from '#domain/lock.ts';
import type { WrappedKey } from '../vault/wrapped-key.ts';

/**
 * Rows as they lie in IndexedDB. `sealed…` columns hold what names or shows a person (D1); everything beside them is
 * ids, states and times. Times are milliseconds of the device's clock.
 */
export interface KeyRow {
  userId: string;
  seal: CryptoKey;
  tag: CryptoKey;
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
  parkedAt?: number;
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

export interface EntryRow {
  id: string;
  kind: EntryKind;
  /** Where an attachment goes; null for a registration, which makes its own evaluation. */
  target: AttachmentTarget | null;
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
  /** The evaluation's body; null for media and attachments, whose content is the file in `picture`. */
  sealedBody: ArrayBuffer | null;
  picture: FileColumn | null;
  /** Index of what can go: evaluations (0) before files (1), by due time; absent when it does not go by itself (S12). */
  lane: 0 | 1;
  dueAt?: number;
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

/** What a doctor has typed and not yet saved, of one evaluation. */
export interface ClinicalDraftRow {
  /** `${ownerId}:${evaluationId}` */
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
  updatedAt: number;
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

export type CatalogFiltersId = `filters:${'companies' | 'branches'}`;

/** What a person opened from this device's own copy and the provider has not been told of yet (R4). */
export interface ReadingNote {
  what: 'evaluation' | 'file' | 'concept' | 'history';
  evaluationId: string;
  /** Of a picture or an attachment. */
  fileId: string | null;
  /** On the provider's clock, as it was known then (S15). */
  readAt: number;
  /** How many older ones found no room. */
  leftOut: number;
}

export type ReadingsId = `readings:${string}`;

export type LockPinId = `lock-pin:${string}`;

/** Single facts about the device, a row each. */
export type DeviceRow =
  | { id: 'link'; link: Link }
  | { id: 'clock'; offset: number; measuredAt: number }
  /** What the provider was last seen to do with an Idempotency-Key (S23); absent before it has accepted anything. */
  | { id: 'provider-traits'; idempotency: 'kept' | 'ignored' }
  /** The face of the branch that the owner acted for when it came. */
  | { id: 'branding'; ownerId: string; branchId: string | null; branding: Branding }
  /** That branch's picture; `hash` as its branding names it. Not personal, hence not sealed. */
  | { id: 'logo'; branchId: string | null; hash: string | null; mime: string; bytes: ArrayBuffer }
  /** The choice of a branch was offered since the sign-in, and closed. */
  | { id: 'branch-offered' }
  /** A sign-out that could not be told to the provider: its cookie must not sign anybody in. */
  | { id: 'pending-sign-out'; since: number }
  /** What an administrator narrows a catalogue's list by (P9). Words for companies and branches name nobody. */
  | { id: CatalogFiltersId; ownerId: string; filters: CatalogFilters }
  /** Files that the user has downloaded since the sign-in (D4), by names that name nobody, the newest first. */
  | { id: 'downloads'; ownerId: string; count: number; names: string[] }
  /** After how long without a hand on the device every window hides behind a password. */
  | { id: 'lock-after'; minutes: LockMinutes }
  /** When a hand was last on the device, in whichever window. */
  | { id: 'activity'; at: number }
  /** The screen of whoever is signed in is locked; it survives the browser. */
  | { id: 'locked'; since: number }
  /**
   * Turns an e-mail into the id of its wrapped key. `secret` is what it is of, for its copy (S25). Never renewed, but where
   * it is `provisional`: that of a lost database may be there, and could not be asked for.
   */
  | { id: 'mail-key'; key: CryptoKey; secret?: ArrayBuffer; provisional?: boolean }
  /**
   * Tells this device from others, to the provider and to people. Random, of nobody. `secret` signs its reports (S24); absent in
   * devices of before. Both are renewed only where the provider knows the id by another key.
   */
  | { id: 'identity'; deviceId: string; secret?: DeviceSecret }
  /** What a lost database had is here again, as far as there was a copy (S25); absent in a new one. */
  | { id: 'restored' }
  /** Of nobody, and outliving a sign-out: the camera for photos, as the browser names it to this site; that a port had a reader. */
  | { id: 'camera'; deviceId: string }
  | { id: 'port_reader' }
  /** What answers for the session's calls besides its cookie (S26). It cannot be exported, and leaves with a sign-out. */
  | { id: 'session-key'; privateKey: CryptoKey; jwk: DeviceKey }
  /** A PIN for the lock, sealed once more under its owner's data key; it outlives the sign-out. Tries count before they are made. */
  | ({ id: LockPinId; wrong: number } & WrappedKey)
  /** What the provider was last told of this device, and before when it is not to be told again. */
  | { id: 'report'; sentAt: number; unsent: number; attention: number; notBefore: number }
  /** Ids and times alone (D1); they outlive the sign-out, and only the owner's session tells them. The oldest first. */
  | { id: ReadingsId; ownerId: string; notes: ReadingNote[] }
  /** Before when the provider is not to be told readings: it does not know the call, or refused it. */
  | { id: 'readings-pause'; until: number };

import type { Permission } from '#contract/vocabulary.ts';
import type { Branding } from '#contract/branding.ts';
import type { EntryStanding } from '#domain/outbox/entry.ts';
import type { ItemKind, ItemState } from '#domain/outbox/item.ts';
import type { Link } from '#domain/link.ts';

/**
 * Rows as they lie in IndexedDB. `sealed…` columns hold what names or shows a person (D1); everything beside them is
 * ids, states and times. Times are milliseconds of the device's clock.
 */
export interface KeyRow {
  userId: string;
  seal: CryptoKey;
  tag: CryptoKey;
}

/** Whoever is signed in on this device; one row, `id` is always 'current'. */
export interface AccountRow {
  id: 'current';
  userId: string;
  email: string | null;
  displayName: string;
  branchId: string | null;
  actions: Permission[];
  /** `expired`: the provider said 401; the queue pauses and sign-in is asked for in place (S9). */
  gate: 'open' | 'expired';
}

/** Names a row of `bytes`, and seals what it must be (`PictureRef`). */
export interface PictureColumn {
  bytesId: string;
  sealedRef: ArrayBuffer;
}

export interface DraftRow {
  /** `${ownerId}:new`, or `${ownerId}:${entryId}` while an entry is being corrected. */
  id: string;
  ownerId: string;
  sealedContent: ArrayBuffer | null;
  photo: PictureColumn | null;
  signature: PictureColumn | null;
  /** Another at each write: a window that has not seen the last one may neither write nor confirm. */
  revision: string;
  updatedAt: number;
}

/** Sealed bytes of one picture, written once at capture and never rewritten; read by primary key only (S19). */
export interface BytesRow {
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
}

export interface EntryRow {
  id: string;
  ownerId: string;
  branchId: string;
  capturedAt: number;
  /** Added to `capturedAt` gives the provider's clock (S15). */
  clockOffset: number;
  patientTag: string;
  standing: Exclude<EntryStanding, 'delivered'>;
  sealedSummary: ArrayBuffer;
}

type WithoutRefusal<State> = State extends { name: 'attention' } ? Omit<State, 'refusal'> : State;

export interface ItemRow {
  id: string;
  entryId: string;
  ownerId: string;
  branchId: string;
  /** The entry's, so that among what is due the oldest goes first. */
  capturedAt: number;
  kind: ItemKind;
  key: string;
  attempts: number;
  /** The state's refusal, which quotes what a person typed, is sealed beside it. */
  state: WithoutRefusal<ItemState>;
  sealedRefusal: ArrayBuffer | null;
  /** The evaluation's body; null for media, whose content is the picture. */
  sealedBody: ArrayBuffer | null;
  picture: PictureColumn | null;
  /** Index of what can go: evaluations (0) before media (1), by due time; absent when it does not go by itself (S12). */
  lane: 0 | 1;
  dueAt?: number;
}

/** What is left of an entry that was wholly delivered or discarded (S10, S22). */
export interface ReceiptRow {
  id: string;
  ownerId: string;
  branchId: string;
  capturedAt: number;
  settledAt: number;
  outcome: 'delivered' | 'discarded';
  evaluationId: string | null;
  patientTag: string;
  sealedSummary: ArrayBuffer;
}

export interface PatientRow {
  /** `${ownerId}:` + HMAC of document type and number (D3). */
  tag: string;
  ownerId: string;
  sealed: ArrayBuffer;
  seenAt: number;
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
}

export interface MirrorRow {
  resource: string;
  /** ETag of each page of the last whole crawl. */
  etags: string[];
  refreshedAt: number;
}

export interface RecentRow {
  ownerId: string;
  resource: string;
  id: string;
  usedAt: number;
}

/** Single facts about the device, a row each. */
export type DeviceRow =
  | { id: 'link'; link: Link }
  | { id: 'clock'; offset: number; measuredAt: number }
  | { id: 'branding'; ownerId: string; branding: Branding }
  /** A sign-out that could not be told to the provider: its cookie must not sign anybody in. */
  | { id: 'pending-sign-out'; since: number };

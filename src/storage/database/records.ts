import type { ChoiceUse } from '#domain/catalog/usual.ts';
import type { EntryStatus } from '#domain/outbox/entry.ts';
import type { EntryKind, ItemKind, ItemState } from '#domain/outbox/item.ts';
import type { WrappedKey } from '../vault/wrapped-key.ts';

/**
 * Rows as stored in IndexedDB. `sealed…` columns are encrypted and contain all personal data (D1); all other columns are ids,
 * states and times. Times are ms since the epoch by the device's clock.
 */
export interface KeyRow {
  userId: string;
  seal: CryptoKey;
  tag: CryptoKey;
  /**
   * Present if the server knows the user by another id: that id, and the key that authenticates the server's statements about
   * backups (S29).
   */
  provider?: { userId: string; tag: CryptoKey };
}

/**
 * Session state. `expired`: the server responded 401; the queue pauses and the user is prompted to sign in on the same page
 * (S9). `offline`: the password opened the device's copy of the key, and the server was not contacted yet.
 */
export type SessionStatus = 'open' | 'expired' | 'offline';

/** Signed-in user of this device; a single row, `id` is always 'current'. */
export interface AccountRow {
  id: 'current';
  userId: string;
  /** Active branch of the session. */
  branchId: string | null;
  /** Encrypted `AccountFacts`. */
  sealedFacts: ArrayBuffer;
  gate: SessionStatus;
}

/** Data for an offline sign-in that a sign-in by password stores on the device (D2); kept after a sign-out. */
export interface DeviceKeyRow extends WrappedKey, AttemptCount {
  /** HMAC of the e-mail address under the device's mail key: not personal. */
  id: string;
  userId: string;
  /** `device`: no server stores this key, and only the password restores it. */
  origin: 'provider' | 'device';
  /** Active branch, as in the account. The facts are encrypted with the user's data key. */
  branchId: string | null;
  sealedFacts: ArrayBuffer;
  /**
   * Encrypted `BranchHeader`, shown in the top bar after an offline sign-in; absent before it was received and in earlier rows.
   */
  sealedFace?: ArrayBuffer;
}

/** Reference to a row of `bytes`, with the encrypted `FileRef` that its content must match. */
export interface FileColumn {
  bytesId: string;
  sealedRef: ArrayBuffer;
}

export interface DraftRow {
  /**
   * `${ownerId}:new`; `${ownerId}:${entryId}` while an entry is being corrected; `${ownerId}:parked:${uuid}` for a parked
   * draft.
   */
  id: string;
  ownerId: string;
  sealedContent: ArrayBuffer | null;
  photo: FileColumn | null;
  signature: FileColumn | null;
  /** New value at each write. A window that has not read the newest value may neither write nor confirm the draft. */
  revision: string;
  updatedAt: number;
  /** Time of parking; absent from the draft on the screen. */
  parkedAt?: number;
  /** Only for a correction: `updatedAt` when it was opened, so that later changes can be detected. */
  openedAt?: number;
  /** Only for a correction: `bytesId` of the images that it was opened with. Any other image was retaken. */
  openedWith?: string[];
}

/** Encrypted bytes of one file, written once at capture and never rewritten; read by primary key only (S19). */
export interface BytesRow {
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
}

/** Exam of an existing evaluation; ids of the server. */
export interface AttachmentTarget {
  evaluationId: string;
  examOrderId: string;
}

/** Registration that a correction changes (S30). */
export interface CorrectedRegistration {
  /** Entry on this device that created the registration; null if another device did. */
  entryId: string | null;
  /** The server's id of its evaluation; null until the evaluation is delivered. */
  evaluationId: string | null;
}

export interface EntryRow {
  id: string;
  kind: EntryKind;
  /** Target of an attachment; null for a registration, which creates its own evaluation, and for a correction. */
  target: AttachmentTarget | null;
  /** Registration that the entry corrects; absent if the entry is no correction. */
  corrects?: CorrectedRegistration | undefined;
  /** Only for a correction: the corrected summary of its registration, encrypted with the registration's AAD. */
  sealedCorrected?: ArrayBuffer | undefined;
  /** User whose queue the entry is in, and who sends it. */
  ownerId: string;
  /** User who confirmed it: the owner, or the user who handed it over (S14). */
  capturedBy: string;
  branchId: string;
  capturedAt: number;
  /** Offset that added to `capturedAt` gives the server's clock (S15). */
  clockOffset: number;
  /** Tag that finds the patient's registrations (D3); empty for an attachment, which registers no patient. */
  patientTag: string;
  standing: Exclude<EntryStatus, 'delivered'>;
  sealedSummary: ArrayBuffer;
  /** Queue number of the patient at the branch (S28); absent without one. Not personal. */
  turn?: string | undefined;
}

type WithoutRejection<State> = State extends unknown ? Omit<State, 'refusal'> : never;

export interface ItemRow {
  id: string;
  entryId: string;
  ownerId: string;
  branchId: string;
  /** Capture time of the entry, repeated here so that the index returns the oldest due item first. */
  capturedAt: number;
  kind: ItemKind;
  key: string;
  /** User who confirmed this content: the entry's author, or the owner who replaced the content later (S14). */
  capturedBy: string;
  /** Value of `X-Consent` if it names another user than the owner; null for the owner. */
  consent: string | null;
  attempts: number;
  /** State without the rejection, which quotes the user's input and is encrypted in its own column. */
  state: WithoutRejection<ItemState>;
  sealedRefusal: ArrayBuffer | null;
  /** Body of the evaluation or correction; null for media and attachments, whose content is the file in `picture`. */
  sealedBody: ArrayBuffer | null;
  picture: FileColumn | null;
  /**
   * Sending order: evaluations and corrections (0) before files (1). The index also contains `dueAt`, which is absent if the
   * item is not sent automatically (S12).
   */
  lane: 0 | 1;
  dueAt?: number;
  /**
   * Only for a correction: entry of the registration that must be delivered first (S30). The correction itself waits for the
   * evaluation, its images wait until the registration has left the queue. Absent afterwards.
   */
  heldFor?: string;
  /**
   * Only for an attachment and a server without idempotency keys: ids of the exam's files with the same name before the first
   * send (S23).
   */
  namesakes?: string[];
}

export type ReceiptOutcome = 'delivered' | 'discarded' | 'handed_over';

/**
 * Remainder of an entry that was completely delivered or discarded (S10, S22), or moved to the queue of a colleague who
 * received it (S14). A moved entry leaves two receipts: this one of the former owner, and later the colleague's.
 */
export interface ReceiptRow {
  /** The entry's id; `${entryId}:${ownerId}` after a handover. */
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
  /** Queue number of the entry. */
  turn?: string | undefined;
}

/**
 * Completely delivered entry, retained until a backup of the server's database has it (S29): its rows unchanged, encrypted as
 * before. Its files stay in `bytes`.
 */
export interface RetainedRow {
  /** Id of the entry. */
  id: string;
  ownerId: string;
  /** Incarnation of the server's database that was known when the entry arrived. */
  life: string;
  /** Time of the server's first backup statement after the arrival, by the server's clock; 0 until that statement. */
  seenAt: number;
  /** Stored size, bytes; 0 until the first backup statement after the arrival. */
  size: number;
  bytesIds: string[];
  entry: EntryRow;
  items: ItemRow[];
}

/**
 * Protection against guessing passwords: the number of consecutive wrong ones, and the time before which no attempt is allowed.
 */
export interface AttemptCount {
  wrong: number;
  blockedUntil: number;
}

/** Handover that is stored on this tablet until a colleague opens it with its code or its owner takes it back (S14). */
export interface TransferRow extends AttemptCount {
  id: string;
  /** User who created it. */
  ownerId: string;
  createdAt: number;
  /** Salt of the key derived from the code; also part of the AADs (parcel-format.ts). */
  salt: Uint8Array<ArrayBuffer>;
  sealedManifest: ArrayBuffer;
}

/** Entry of a handover, encrypted under the code. It is deleted together with the original entry. */
export interface TransferEntryRow {
  /** `${parcelId}:${position}` */
  id: string;
  parcelId: string;
  ownerId: string;
  entryId: string;
  /** Position in the manifest, starting at 1. */
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

/** Kind of a cached response: an evaluation, a page of the list, an image or attachment, a PDF, or the dashboard figures. */
export type CacheKind = 'evaluation' | 'list' | 'file' | 'document' | 'figures';

/**
 * Response of the server, cached for offline access (R3). The key contains only ids, states and days: a list that was searched
 * by name is never cached.
 */
export interface CacheRow {
  key: string;
  ownerId: string;
  /** Active branch of the session. */
  branchId: string;
  kind: CacheKind;
  /** Null for a list. */
  evaluationId: string | null;
  sealed: ArrayBuffer;
  /** Time of the last confirmation by the server. */
  fetchedAt: number;
  /** Time at which a user last opened it; null if it was prefetched (R2). */
  openedAt: number | null;
}

/** Unsaved input of a doctor for one evaluation, or of an administrator for one step of the clinic's setup. */
export interface ClinicalDraftRow {
  /** `${ownerId}:${evaluationId}` or `${ownerId}:setup:${step}`. */
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
  updatedAt: number;
  /** Changes at each write, so that a window detects the write of another; absent from earlier rows. */
  revision?: string;
}

/** Row of a locally cached catalogue (R1); the search reads `folded`. Catalogues are not personal. */
export interface CatalogRowRecord {
  resource: string;
  id: string;
  code: string;
  name: string;
  detail: string | null;
  active: boolean;
  folded: string;
  /** Time at which the row was stored between two refreshes, ms since the epoch; absent from rows of a refresh. */
  keptAt?: number;
}

export interface CatalogCacheRow {
  resource: string;
  /** ETag of each page of the last full refresh. */
  etags: string[];
  refreshedAt: number;
  /** Number of single rows stored since the last full refresh; a different number means that the content has changed. */
  rowsKept?: number;
}

export interface RecentRow {
  ownerId: string;
  resource: string;
  id: string;
  usedAt: number;
  /** Newest first. Absent if the row was never used on this device since the app began to record uses. */
  uses?: readonly ChoiceUse[];
}

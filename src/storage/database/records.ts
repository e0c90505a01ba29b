import type { ChoiceUse } from '#domain/catalog/usual.ts';
import type { EntryStatus } from '#domain/outbox/entry.ts';
import type { EntryKind, ItemKind, ItemState } from '#domain/outbox/item.ts';
import type { WrappedKey } from '../vault/wrapped-key.ts';

/**
 * Rows as stored in IndexedDB. `sealed…` columns are encrypted and contain all personal data (D1); all other columns are ids,
 * states and times. Times are ms since the epoch by the device's clock.
 */
export interface UserKeysRow {
  userId: string;
  seal: CryptoKey;
  tag: CryptoKey;
  /**
   * Id of the user on the server, and the key that authenticates the server's statements about backups (S29); absent if the
   * server's id is `userId`.
   */
  provider?: { userId: string; tag: CryptoKey };
}

/**
 * Session state. `expired`: the server responded 401; sending pauses, and the user is prompted to sign in on the same page
 * (S9). `offline`: the password decrypted the device's copy of the data key, and the server was not contacted yet.
 */
export type SessionStatus = 'open' | 'expired' | 'offline';

export interface AccountRow {
  id: 'current';
  userId: string;
  branchId: string | null;
  sealedFacts: ArrayBuffer;
  gate: SessionStatus;
}

/** Data for an offline sign-in, stored at a sign-in by password (D2); kept after a sign-out. */
export interface WrappedKeyRow extends WrappedKey, WrongAttemptState {
  /** HMAC of the e-mail address under the device's mail key; not personal. */
  id: string;
  userId: string;
  /** `device`: no server stores this key, and only the password restores it. */
  origin: 'provider' | 'device';
  /** Active branch, as in the account. The branch's other data are encrypted with the user's data key. */
  branchId: string | null;
  sealedFacts: ArrayBuffer;
  /** Encrypted `BranchHeader` for the top bar after an offline sign-in; absent before it was received and in older rows. */
  sealedFace?: ArrayBuffer;
}

/** Reference to a row of `bytes`, with the encrypted `StoredFileMetadata` of its content. */
export interface FileColumn {
  bytesId: string;
  sealedRef: ArrayBuffer;
}

export interface DraftRow {
  /**
   * `${ownerId}:new`; `${ownerId}:${entryId}` for the correction of an entry; `${ownerId}:parked:${uuid}` for a parked draft.
   */
  id: string;
  ownerId: string;
  sealedContent: ArrayBuffer | null;
  photo: FileColumn | null;
  signature: FileColumn | null;
  /** Changes at each write. A window that has not read the newest value must neither write nor confirm the draft. */
  revision: string;
  updatedAt: number;
  /** Time of parking; absent from the current draft. */
  parkedAt?: number;
  /** Only for a correction: `updatedAt` of the registration when the correction was opened, to detect later changes. */
  openedAt?: number;
  /** Only for a correction: `bytesId` of the images when the correction was opened. Any other image was taken again. */
  openedWith?: string[];
}

/** Encrypted bytes of a file, written once at capture and read only by primary key (S19). */
export interface BytesRow {
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
}

export interface AttachmentTarget {
  evaluationId: string;
  examOrderId: string;
}

export interface CorrectedRegistrationIds {
  /** Entry of the registration on this device; null if another device created the registration. */
  entryId: string | null;
  /** Server's id of the evaluation; null until it is delivered. */
  evaluationId: string | null;
}

export interface EntryRow {
  id: string;
  kind: EntryKind;
  /** Target of an attachment; null for a registration, which creates its own evaluation, and for a correction. */
  target: AttachmentTarget | null;
  corrects?: CorrectedRegistrationIds | undefined;
  /** Only for a correction: the corrected summary of the registration, encrypted with the registration's AAD. */
  sealedCorrected?: ArrayBuffer | undefined;
  /** User in whose outbox the entry is, and who sends it. */
  ownerId: string;
  /** User who confirmed the entry: the owner, or the user who handed it over (S14). */
  capturedBy: string;
  branchId: string;
  capturedAt: number;
  /** Difference of the server's clock to the device's, ms; added to `capturedAt` (S15). */
  clockOffset: number;
  /** Tag by which the patient's registrations are found (D3); empty for an attachment. */
  patientTag: string;
  standing: Exclude<EntryStatus, 'delivered'>;
  sealedSummary: ArrayBuffer;
  /** Patient's queue number at the branch (S28); absent if there is none. Not personal. */
  turn?: string | undefined;
}

type WithoutRejection<State> = State extends unknown ? Omit<State, 'refusal'> : never;

export interface ItemRow {
  id: string;
  entryId: string;
  ownerId: string;
  branchId: string;
  /** Capture time of the entry, repeated so that the index returns the oldest due item first. */
  capturedAt: number;
  kind: ItemKind;
  key: string;
  /** User who confirmed this content: the entry's author, or the owner who replaced the content later (S14). */
  capturedBy: string;
  /** Value of `X-Consent` if it names another user than the owner; otherwise null. */
  consent: string | null;
  attempts: number;
  /** State without the rejection, which quotes the user's input and so is encrypted in its own column. */
  state: WithoutRejection<ItemState>;
  sealedRefusal: ArrayBuffer | null;
  /** Body of an evaluation or correction; null for images and attachments, whose content is the file in `picture`. */
  sealedBody: ArrayBuffer | null;
  picture: FileColumn | null;
  /**
   * Order of sending: evaluations and corrections (0) before files (1). The index also contains `dueAt`, which is absent if the
   * item is not sent automatically (S12).
   */
  lane: 0 | 1;
  dueAt?: number;
  /**
   * Only for a correction: entry of the registration that must be delivered first (S30). The correction waits for the
   * evaluation; its images wait until the registration has left the outbox. Absent afterwards.
   */
  heldFor?: string;
  /**
   * Only for an attachment on a server without idempotency keys: ids of the exam's files that had the same name before the
   * first attempt (S23).
   */
  namesakes?: string[];
}

export type ReceiptOutcome = 'delivered' | 'discarded' | 'handed_over';

/**
 * Remainder of an entry that was delivered or discarded (S10, S22), or handed over to a colleague (S14). A handed-over entry
 * leaves two receipts: the former owner's, and later the colleague's.
 */
export interface OutboxReceiptRow {
  /** Id of the entry; `${entryId}:${ownerId}` after a handover. */
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
  turn?: string | undefined;
}

/**
 * Delivered entry, retained until a server backup has it (S29). Its rows are unchanged and encrypted as before; its files stay
 * in `bytes`.
 */
export interface RetainedEntryRow {
  id: string;
  ownerId: string;
  /** Incarnation of the server's database that was known when the entry arrived. */
  life: string;
  /** Time of the server's first backup statement after the entry arrived, by the server's clock; 0 until then. */
  seenAt: number;
  /** Stored size, bytes; 0 until the first backup statement after the entry arrived. */
  size: number;
  bytesIds: string[];
  entry: EntryRow;
  items: ItemRow[];
}

/**
 * Protection against guessing: number of consecutive wrong passwords or codes, and the time before which no attempt is allowed.
 */
export interface WrongAttemptState {
  wrong: number;
  blockedUntil: number;
}

/** Handover stored on this tablet until a colleague opens it with the code or its owner cancels it (S14). */
export interface HandoverRow extends WrongAttemptState {
  id: string;
  ownerId: string;
  createdAt: number;
  /** Salt of the key derived from the code; also part of the AADs (transfer-format.ts). */
  salt: Uint8Array<ArrayBuffer>;
  sealedManifest: ArrayBuffer;
}

/** Entry of a handover, encrypted under the code. It is deleted together with the original entry. */
export interface HandoverEntryRow {
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

/**
 * Kind of a cached response: an evaluation, a page of the list, an image or attachment, a PDF, the dashboard figures, or the
 * expected people of a day.
 */
export type CacheKind = 'evaluation' | 'list' | 'file' | 'document' | 'figures' | 'expected';

/**
 * Response of the server, cached for offline access (R3). The key contains only ids, states and days; a list that was searched
 * by name is never cached.
 */
export interface CacheRow {
  key: string;
  ownerId: string;
  branchId: string;
  kind: CacheKind;
  evaluationId: string | null;
  sealed: ArrayBuffer;
  /** Time at which the server last confirmed the response. */
  fetchedAt: number;
  /** Time at which a user last opened the response; null if it was prefetched (R2). */
  openedAt: number | null;
  /** Only for a row of expected people: changes at each write, so that a window reads and decrypts only changed rows. */
  revision?: string;
}

export interface SharedDraftRow {
  /** `${ownerId}:${evaluationId}` or `${ownerId}:setup:${step}`. */
  id: string;
  ownerId: string;
  sealed: ArrayBuffer;
  updatedAt: number;
  /** Changes at each write, so that a window detects another window's write; absent from older rows. */
  revision?: string;
}

/** Row of a stored catalogue (R1); the search reads `folded`. Not personal. */
export interface StoredCatalogRow {
  resource: string;
  id: string;
  code: string;
  name: string;
  detail: string | null;
  active: boolean;
  folded: string;
  /** True for a company that no administrator has confirmed; absent if the server accepts no proposed companies. */
  isProposed?: boolean;
  /** NIT of a company that was proposed on this device and that the server may lack; absent from all other rows. */
  proposal?: {
    nit: string | null;
    /** Id of the company that the server used instead; absent if it used none. */
    replacedBy?: string;
  };
  /** Whole definition of an additional field, as the server sent it; absent from other rows. Parsed when it is read. */
  definition?: unknown;
  /** Time at which the row was stored between two refreshes, ms since the epoch; absent from rows of a refresh. */
  keptAt?: number;
}

export interface CatalogRefreshRow {
  resource: string;
  /** ETag of each page of the last full refresh. */
  etags: string[];
  refreshedAt: number;
  /** `STORED_ROWS_VERSION` of the app that stored the rows; absent from rows of earlier versions. */
  rowsVersion?: number;
  /** True if the rows state whether each one is proposed, which shows that the server accepts proposals of companies. */
  offersProposals?: boolean;
  /** Number of single rows stored since the last full refresh; a different number means that the content has changed. */
  rowsKept?: number;
}

export interface RecentChoiceRow {
  ownerId: string;
  resource: string;
  id: string;
  usedAt: number;
  /** Newest use first. Absent if the row was never used on this device, or only before the app recorded uses. */
  uses?: readonly ChoiceUse[];
}

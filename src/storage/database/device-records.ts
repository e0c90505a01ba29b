import type { DeviceKey, DeviceSecret } from '#contract/device-proof.ts';
import type { DocumentKind } from '#contract/documents.ts';
import type { Branding } from '#contract/records/branding.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import type { ServerContactHistory, BackupStatement } from '#domain/retention.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { LockMinutes } from '#domain/lock.ts';
import type { SetupStatus } from '#domain/setup/steps.ts';
import type { QueueNumberState } from '#domain/queue-number.ts';
import type { WrappedKey } from '../vault/wrapped-key.ts';

export type CatalogFiltersId = `filters:${'companies' | 'branches'}`;

/** Access to a cached response of this device that is not reported to the server yet (R4). */
export interface UnreportedAccess {
  what: 'evaluation' | 'file' | DocumentKind;
  evaluationId: string;
  /** Id of an image or attachment; null for an evaluation or a document. */
  fileId: string | null;
  /** Time by the server's clock, as known at the access (S15). */
  readAt: number;
  /** Number of older records that were dropped for lack of space. */
  leftOut: number;
}

export type OfflineAccessesId = `readings:${string}`;

/** Ids of an owner and of an expected person, joined by a colon. */
export type ExpectedMarkId = `expected:${string}`;

/** Mark about an expected person on this device. It contains only ids, a day and a time (D1). */
interface ExpectedMarkBase {
  readonly id: ExpectedMarkId;
  readonly ownerId: string;
  readonly personId: string;
  readonly branchId: string;
  /** Day for which the person is expected, YYYY-MM-DD. */
  readonly day: string;
  /** Time of the mark by the device's clock, ms since the epoch. */
  readonly at: number;
}
export type ExpectedMarkRow =
  /** The person has arrived, which the server does not know yet. `revision`: that of the person when it was marked. */
  | (ExpectedMarkBase & { readonly mark: 'arrived'; readonly revision: number })
  /** This device has confirmed the person's registration. The outbox sends it. */
  | (ExpectedMarkBase & { readonly mark: 'registered'; readonly entryId: string });

export type LockPinId = `lock-pin:${string}`;

export type QueueNumbersId = `turns:${string}`;

/** Data for verifying the server's documents, and the time of their request. Not personal; kept after a sign-out. */
export interface VerificationKeyRow {
  readonly id: 'verification-key';
  readonly askedAt: number;
  /** Null if the server does not sign documents. */
  readonly publicKey: string | null;
  /** URL with which the server's QR codes begin; null if there is none. */
  readonly page: string | null;
}

export type DeviceRow =
  | { id: 'link'; link: ConnectionState }
  | { id: 'clock'; offset: number; measuredAt: number }
  /** Server's last known treatment of idempotency keys (S23); absent before the server has accepted a request. */
  | { id: 'provider-traits'; idempotency: 'kept' | 'ignored' }
  /** Marks of expected people, one row for each person; kept after a sign-out. */
  | ExpectedMarkRow
  /** The server does not offer the expected people of a day, and is not queried again before `until`. */
  | { id: 'no-expected-days'; until: number }
  /** The server does not support corrections (S30), and is not queried again before `until`. */
  | { id: 'no-corrections'; until: number }
  /**
   * The server does not offer additional fields. `isBaseContract`: the response came from no version of our server, so the body
   * of a registration must not contain them. `isNoticeDue`: the form must tell users, because the device had such fields.
   */
  | { id: 'no-additional-fields'; isBaseContract: boolean; isNoticeDue: boolean }
  | { id: 'branding'; ownerId: string; branchId: string | null; branding: Branding }
  /** Logo of the branch; `hash` is that of the branding. Not encrypted, because it is not personal. */
  | { id: 'logo'; branchId: string | null; hash: string | null; mime: string; bytes: ArrayBuffer }
  | { id: 'branch-offered' }
  /** Sign-out that could not be reported to the server; its cookie must not start a session. */
  | { id: 'pending-sign-out'; since: number }
  /** Filters of an administrator in a catalogue's list (P9). Search texts for companies and branches are not personal. */
  | { id: CatalogFiltersId; ownerId: string; filters: CatalogFilters }
  /** Last known progress of the clinic's setup, with the skipped steps; not personal. */
  | { id: 'setup'; ownerId: string; skipped: string[]; facts: SetupStatus | null }
  /** Files that the user has downloaded since the sign-in (D4), newest first; their names are not personal. */
  | { id: 'downloads'; ownerId: string; count: number; names: string[] }
  | { id: 'lock-after'; minutes: LockMinutes }
  | { id: 'activity'; at: number }
  /**
   * The screen of the signed-in user is locked, also after a restart of the browser. `returnTo`: address at which reception
   * continues, if the end of a patient's turn locked the screen; it contains only ids.
   */
  | { id: 'locked'; since: number; returnTo?: string }
  /**
   * Key that turns an e-mail address into the id of the user's wrapped key. `secret` is its raw value, for the backup (S25). A
   * `provisional` key was created while the backup could not be read, and is replaced if the backup contains the key of a lost
   * database.
   */
  | { id: 'mail-key'; key: CryptoKey; secret?: ArrayBuffer; provisional?: boolean }
  /**
   * Random id of the device for the server and for users; not personal. `secret` signs the device's reports (S24); absent on
   * older devices. Both are replaced if the server knows the id with another key.
   */
  | { id: 'identity'; deviceId: string; secret?: DeviceSecret }
  /** The data of a lost database were restored as far as they had a backup (S25); absent in a new database. */
  | { id: 'restored' }
  | VerificationKeyRow
  /**
   * Camera for photos, by the browser's id for this site. The next rows record that a card reader was used, and the room to
   * which the device calls patients. They are not personal and are kept after a sign-out.
   */
  | { id: 'camera'; deviceId: string }
  | { id: 'port_reader' }
  | { id: 'room'; room: string }
  /**
   * Brigade for which the device is prepared, with the name that the clinic gave to it; not personal. Kept after a sign-out.
   */
  | { id: 'brigade'; branchId: string; listId: string; place: string; day: string }
  /** Key that proves the session's calls in addition to the cookie (S26). It cannot be exported and is deleted at sign-out. */
  | { id: 'session-key'; privateKey: CryptoKey; jwk: DeviceKey }
  /**
   * PIN of a user, also encrypted with the user's data key; kept after a sign-out. `wrong` counts each try before the PIN is
   * checked.
   */
  | ({ id: LockPinId; wrong: number } & WrappedKey)
  /** Last report of this device to the server, and the time before which no other is sent. */
  | { id: 'report'; sentAt: number; unsent: number; attention: number; notBefore: number }
  /**
   * Queue numbers that this device has assigned at one branch, for all users (S28); kept after a sign-out. `counterId`: random
   * id of the counter.
   */
  | ({ id: QueueNumbersId; counterId: string } & QueueNumberState)
  /**
   * Offline accesses of one user, oldest first; only ids and times (D1). Kept after a sign-out, and reported only in the user's
   * session.
   */
  | { id: OfflineAccessesId; ownerId: string; notes: UnreportedAccess[] }
  /** Server's last statement about its backups (S29). Without a statement, delivered entries are not retained. */
  | ({ id: 'copies' } & ServerContactHistory & BackupStatement)
  /**
   * Time before which offline accesses must not be reported, because the server rejected the report or does not know the call.
   */
  | { id: 'readings-pause'; until: number };

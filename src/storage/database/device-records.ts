import type { DeviceKey, DeviceSecret } from '#contract/device-proof.ts';
import type { Branding } from '#contract/records/branding.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import type { ServerResponseTimes, BackupStatement } from '#domain/retention.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { LockMinutes } from '#domain/lock.ts';
import type { SetupFacts } from '#domain/setup/steps.ts';
import type { QueueNumberCount } from '#domain/queue-number.ts';
import type { WrappedKey } from '../vault/wrapped-key.ts';

export type CatalogFiltersId = `filters:${'companies' | 'branches'}`;

/** Access to this device's cached copy that was not reported to the server yet (R4). */
export interface AccessNote {
  what: 'evaluation' | 'file' | 'concept' | 'history';
  evaluationId: string;
  /** Id of an image or an attachment; null otherwise. */
  fileId: string | null;
  /** Time by the server's clock, as known at that time (S15). */
  readAt: number;
  /** Number of older records that were dropped for lack of space. */
  leftOut: number;
}

export type AccessesId = `readings:${string}`;

export type LockPinId = `lock-pin:${string}`;

/** Id of the row with a branch's queue numbers. */
export type QueueNumbersId = `turns:${string}`;

/**
 * Data with which the device verifies the server's documents, and the time of the request. Not personal; kept after a sign-out.
 */
export interface VerificationKeyRow {
  readonly id: 'verification-key';
  readonly askedAt: number;
  /** Null if the server does not sign documents. */
  readonly publicKey: string | null;
  /** URL with which the server's QR codes begin; null without one. */
  readonly page: string | null;
}

/** Single facts about the device, one row each. */
export type DeviceRow =
  | { id: 'link'; link: ConnectionState }
  | { id: 'clock'; offset: number; measuredAt: number }
  /** Last known treatment of an Idempotency-Key by the server (S23); absent before the server has accepted a request. */
  | { id: 'provider-traits'; idempotency: 'kept' | 'ignored' }
  /** The server does not support corrections (S30); time before which it is not queried again. */
  | { id: 'no-corrections'; until: number }
  /** Branding of the active branch at the time of the response. */
  | { id: 'branding'; ownerId: string; branchId: string | null; branding: Branding }
  /** Logo of the branch; `hash` as in its branding. Not personal and therefore not encrypted. */
  | { id: 'logo'; branchId: string | null; hash: string | null; mime: string; bytes: ArrayBuffer }
  /** The choice of a branch was offered since the sign-in and dismissed. */
  | { id: 'branch-offered' }
  /** Sign-out that could not be reported to the server: its cookie must not start a session. */
  | { id: 'pending-sign-out'; since: number }
  /**
   * Filters that an administrator set in a catalogue's list (P9). Search texts for companies and branches contain no personal
   * data.
   */
  | { id: CatalogFiltersId; ownerId: string; filters: CatalogFilters }
  /** Last known progress of the clinic's setup, and the steps that its administrator skipped; no personal data. */
  | { id: 'setup'; ownerId: string; skipped: string[]; facts: SetupFacts | null }
  /** Files that the user has downloaded since the sign-in (D4), newest first; the names contain no personal data. */
  | { id: 'downloads'; ownerId: string; count: number; names: string[] }
  /** Minutes without activity after which every window is locked. */
  | { id: 'lock-after'; minutes: LockMinutes }
  /** Last activity in any window. */
  | { id: 'activity'; at: number }
  /** The screen of the signed-in user is locked; kept across restarts of the browser. */
  | { id: 'locked'; since: number }
  /**
   * Key that turns an e-mail address into the id of the user's wrapped key. `secret` is its raw value, for the backup (S25).
   * Only a `provisional` key is replaced: the backup may contain the key of a lost database, and could not be read.
   */
  | { id: 'mail-key'; key: CryptoKey; secret?: ArrayBuffer; provisional?: boolean }
  /**
   * Identifies the device to the server and to users; random and not personal. `secret` signs its reports (S24); absent on
   * older devices. Both are renewed only if the server knows the id with another key.
   */
  | { id: 'identity'; deviceId: string; secret?: DeviceSecret }
  /** The data of a lost database were restored as far as they had a backup (S25); absent in a new database. */
  | { id: 'restored' }
  | VerificationKeyRow
  /**
   * Camera for photos, by the browser's id for this site. The next row records that a port had a card reader. Neither is
   * personal; kept after a sign-out.
   */
  | { id: 'camera'; deviceId: string }
  | { id: 'port_reader' }
  /** Key that proves the session's calls in addition to its cookie (S26). It cannot be exported and is deleted at sign-out. */
  | { id: 'session-key'; privateKey: CryptoKey; jwk: DeviceKey }
  /**
   * PIN for the lock, additionally encrypted with its owner's data key; kept after a sign-out. `wrong` counts each attempt
   * before the PIN is checked.
   */
  | ({ id: LockPinId; wrong: number } & WrappedKey)
  /** Last report of this device to the server, and the time before which it must not report again. */
  | { id: 'report'; sentAt: number; unsent: number; attention: number; notBefore: number }
  /**
   * Queue numbers given by this device at one branch, for all users (S28); kept after a sign-out. `counterId`: random id of
   * this counter.
   */
  | ({ id: QueueNumbersId; counterId: string } & QueueNumberCount)
  /**
   * Offline accesses of one user: only ids and times (D1), oldest first. Kept after a sign-out and reported only in the owner's
   * session.
   */
  | { id: AccessesId; ownerId: string; notes: AccessNote[] }
  /** Last statement of the server about its backups (S29). Without it delivered entries are not retained. */
  | ({ id: 'copies' } & ServerResponseTimes & BackupStatement)
  /** Time before which access records must not be reported, because the server does not know the call or rejected it. */
  | { id: 'readings-pause'; until: number };

import type { DeviceKey, DeviceSecret } from '#contract/device-proof.ts';
import type { Branding } from '#contract/records/branding.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import type { Hearing, Statement } from '#domain/custody.ts';
import type { Link } from '#domain/link.ts';
import type { LockMinutes } from '#domain/lock.ts';
import type { SetupFacts } from '#domain/setup/steps.ts';
import type { TurnCount } from '#domain/turn-number.ts';
import type { WrappedKey } from '../vault/wrapped-key.ts';

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

/** By the branch. */
export type TurnsId = `turns:${string}`;

/** Of nobody, and outliving a sign-out: what the provider said of its documents, and when it was asked. */
export interface VerificationKeyRow {
  readonly id: 'verification-key';
  readonly askedAt: number;
  /** Null where the provider signs none. */
  readonly publicKey: string | null;
  /** The address that its QRs begin with; null where it has none. */
  readonly page: string | null;
}

/** Single facts about the device, a row each. */
export type DeviceRow =
  | { id: 'link'; link: Link }
  | { id: 'clock'; offset: number; measuredAt: number }
  /** What the provider was last seen to do with an Idempotency-Key (S23); absent before it has accepted anything. */
  | { id: 'provider-traits'; idempotency: 'kept' | 'ignored' }
  /** The server has no call for corrections (S30); until when it is not asked for it again. */
  | { id: 'no-corrections'; until: number }
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
  /** How far the set-up of the clinic was when its administrator last saw it, and what they skipped; it names nobody. */
  | { id: 'setup'; ownerId: string; skipped: string[]; facts: SetupFacts | null }
  /** Files that the user has downloaded since the sign-in (D4), by names that name nobody, the newest first. */
  | { id: 'downloads'; ownerId: string; count: number; names: string[] }
  /** After how many minutes without activity every window hides behind a password. */
  | { id: 'lock-after'; minutes: LockMinutes }
  /** The last activity, in whichever window. */
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
  | VerificationKeyRow
  /** Of nobody, and outliving a sign-out: the camera for photos, as the browser names it to this site; that a port had a reader. */
  | { id: 'camera'; deviceId: string }
  | { id: 'port_reader' }
  /** What answers for the session's calls besides its cookie (S26). It cannot be exported, and leaves with a sign-out. */
  | { id: 'session-key'; privateKey: CryptoKey; jwk: DeviceKey }
  /** A PIN for the lock, sealed once more under its owner's data key; it outlives the sign-out. Tries count before they are made. */
  | ({ id: LockPinId; wrong: number } & WrappedKey)
  /** What the provider was last told of this device, and before when it is not to be told again. */
  | { id: 'report'; sentAt: number; unsent: number; attention: number; notBefore: number }
  /** Turns given here at one branch, whoever was signed in (S28); they outlive the sign-out. `counterId`: random, of this count alone. */
  | ({ id: TurnsId; counterId: string } & TurnCount)
  /** Ids and times alone (D1); they outlive the sign-out, and only the owner's session tells them. The oldest first. */
  | { id: ReadingsId; ownerId: string; notes: ReadingNote[] }
  /** What the provider last said of its copies (S29). Without it nothing that has arrived is kept. */
  | ({ id: 'copies' } & Hearing & Statement)
  /** Before when the provider is not to be told readings: it does not know the call, or refused it. */
  | { id: 'readings-pause'; until: number };

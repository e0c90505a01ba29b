import type { FieldProblem } from '#contract/errors.ts';

/**
 * Terms of the outbox (docs/reference/sync/README.md). An *entry* is the result of one confirmation: a registration, whose *items* are the
 * evaluation and its media; a file attached to an exam of an existing evaluation; or a correction of a registration, whose
 * items are the corrected values and the retaken images. An item knows its own state; the connection, the owner's session and a
 * running drain have separate types (S4). All times are milliseconds of the device's clock.
 */
export type EntryKind = 'registration' | 'attachment' | 'correction';
export type ItemKind = 'evaluation' | 'correction' | 'photo' | 'signature' | 'attachment';

/**
 * Cause of a wait: no response, a timeout, an unexpected response, a server that requested a later retry, or a server failure
 * (S6, S8).
 */
export type WaitCause = 'no_answer' | 'timeout' | 'portal' | 'busy' | 'failing';
/** Causes that mean that the server was not reached. */
export type NoResponseCause = Exclude<WaitCause, 'busy' | 'failing'>;

/** Error response of a server that rejected the request (S10) or failed (S8). It is personal and stored encrypted (D1). */
export interface Rejection {
  /** HTTP status; 0 when the device itself rejected it. */
  readonly status: number;
  readonly code: string | null;
  /** Message in the body; empty without one. */
  readonly message: string;
  /** Text of the status line, in English, for the server's administrator. Absent when the protocol has none. */
  readonly statusText?: string | undefined;
  readonly details: readonly FieldProblem[];
  /** Id of the request in the server's log; absent without one. */
  readonly requestId?: string | undefined;
  /** Number of bytes sent, when the size was rejected. */
  readonly sentBytes?: number | undefined;
}

/** Set when the user retried an item whose outcome could not be determined: an earlier send may have arrived (S23). */
interface Unsure {
  readonly isUnsure?: true | undefined;
}

export type ItemState =
  | ({ readonly name: 'queued' } & Unsure)
  | ({ readonly name: 'sending'; readonly since: number } & Unsure)
  | {
      readonly name: 'waiting';
      readonly since: number;
      readonly until: number;
      readonly cause: WaitCause;
      /** Error response of the failing server; absent without a message. */
      readonly refusal?: Rejection | undefined;
    }
  | {
      readonly name: 'attention';
      readonly since: number;
      readonly refusal: Rejection;
      /**
       * True when it is certain that the server created nothing, so that new content under a new key makes no duplicate (S7).
       */
      readonly correctable: boolean;
    }
  | { readonly name: 'delivered'; readonly at: number; readonly remoteId: string };

export interface OutboxItem {
  readonly id: string;
  readonly entryId: string;
  /** User who confirmed it, and the branch (S14). */
  readonly ownerId: string;
  readonly branchId: string;
  readonly kind: ItemKind;
  /** Idempotency-Key of every send, until the user edits the content (S7). */
  readonly key: string;
  /**
   * Sends begun since the content was last written or last judged; it sets the backoff and the timeout of a send. From the
   * second on the outcome of the previous one is unknown (S23).
   */
  readonly attempts: number;
  readonly state: ItemState;
}

export type ItemEvent =
  /** The drain takes the item (only when due). */
  | { readonly type: 'claim' }
  /** The response has the expected status and a body that satisfies the contract (S6). */
  | { readonly type: 'deliver'; readonly remoteId: string }
  /** The item is sent again automatically (S8); `retryAfter` in milliseconds, `jitter` in [0, 1). */
  | {
      readonly type: 'defer';
      readonly cause: WaitCause;
      readonly retryAfter: number | null;
      readonly jitter: number;
      readonly refusal?: Rejection | undefined;
    }
  /** The item needs a user's action (S10). */
  | { readonly type: 'refuse'; readonly refusal: Rejection }
  /** The send revealed nothing about the item: the session ended (S9). */
  | { readonly type: 'release' }
  /** The item was claimed, and the drain ended before it was sent. */
  | { readonly type: 'put_back' }
  /** A new drain finds it `sending`: the process that sent it no longer exists (S13). */
  | { readonly type: 'orphan' }
  /** A copy leaves the device. The copy may be sent from elsewhere, so this device no longer knows that no send was begun. */
  | { readonly type: 'copy_out' }
  /** The user requests an immediate retry, or the connection is back. */
  | { readonly type: 'retry' }
  /** The user edited the content; it gets a new key, because it is a new request (S7). */
  | { readonly type: 'correct'; readonly key: string };

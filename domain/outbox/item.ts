import type { FieldProblem } from '#contract/errors.ts';

/**
 * Kinds of outbox entries (terms: docs/reference/sync/README.md). An *entry* is the result of one confirmation: a registration,
 * whose *items* are the evaluation and its images; a file attached to an exam of an existing evaluation; or a correction of a
 * registration, whose items are the corrected values and the retaken images. An item knows only its own state; the connection,
 * the owner's session and a running drain have separate types (S4). All times are milliseconds of the device's clock.
 */
export type EntryKind = 'registration' | 'attachment' | 'correction';
export type ItemKind = 'evaluation' | 'correction' | 'photo' | 'signature' | 'attachment';

/**
 * Reason why an item waits for the next send (S6, S8). `portal`: an unexpected response; `busy`: the server requested a later
 * retry; `failing`: the server reported a failure.
 */
export type WaitCause = 'no_answer' | 'timeout' | 'portal' | 'busy' | 'failing';
/** Reasons that mean that the request did not reach the server. */
export type NoResponseCause = Exclude<WaitCause, 'busy' | 'failing'>;

/** Error response of a server that rejected the request (S10) or failed (S8). It is personal and stored encrypted (D1). */
export interface Rejection {
  /** HTTP status; 0 when the device itself rejected the item. */
  readonly status: number;
  readonly code: string | null;
  /** Message in the response body; empty without a message. */
  readonly message: string;
  /** Text of the HTTP status line, in English, for the server's administrator. Absent when the protocol has none. */
  readonly statusText?: string | undefined;
  readonly details: readonly FieldProblem[];
  /** Id of the request in the server's log; absent when the response had no id. */
  readonly requestId?: string | undefined;
  /** Number of bytes sent, when the size was rejected. */
  readonly sentBytes?: number | undefined;
}

/** Mark on an item whose outcome could not be determined and that the user retried: an earlier send may have arrived (S23). */
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
       * True when it is certain that the server created nothing, so that new content under a new key cannot create a duplicate
       * (S7).
       */
      readonly correctable: boolean;
    }
  | { readonly name: 'delivered'; readonly at: number; readonly remoteId: string };

export interface OutboxItem {
  readonly id: string;
  readonly entryId: string;
  /** User who confirmed the entry, and the branch (S14). */
  readonly ownerId: string;
  readonly branchId: string;
  readonly kind: ItemKind;
  /** Idempotency-Key of every send, until the user edits the content (S7). */
  readonly key: string;
  /**
   * Number of sends begun since the content was last written or judged by the server; it determines the backoff and the
   * timeout. From the second send on, the outcome of the previous one is unknown (S23).
   */
  readonly attempts: number;
  readonly state: ItemState;
}

export type ItemEvent =
  /** The drain takes an item that is due, in order to send it. */
  | { readonly type: 'claim' }
  /** The response has the expected status and a body that satisfies the contract (S6). */
  | { readonly type: 'deliver'; readonly remoteId: string }
  /** The send must be repeated automatically (S8). `retryAfter` is in milliseconds, `jitter` in [0, 1). */
  | {
      readonly type: 'defer';
      readonly cause: WaitCause;
      readonly retryAfter: number | null;
      readonly jitter: number;
      readonly refusal?: Rejection | undefined;
    }
  /** The server or the device rejected the item, so that it needs a user's action (S10). */
  | { readonly type: 'refuse'; readonly refusal: Rejection }
  /** The session ended during the send, which shows nothing about the item itself (S9). */
  | { readonly type: 'release' }
  /** The drain ended after it claimed the item and before it sent the item. */
  | { readonly type: 'put_back' }
  /** A new drain finds the item in `sending`: the process that was sending it no longer exists (S13). */
  | { readonly type: 'orphan' }
  /**
   * A copy of the item leaves the device. The copy may be sent from elsewhere, so this device can no longer be sure that no
   * send has begun.
   */
  | { readonly type: 'copy_out' }
  /** The user requests an immediate retry, or the connection is back. */
  | { readonly type: 'retry' }
  /** The user edited the content. The item gets a new key, because its next send is a new request (S7). */
  | { readonly type: 'correct'; readonly key: string };

import type { FieldProblem } from '#contract/errors.ts';

/**
 * Kinds of outbox entries (terms: docs/reference/sync/README.md). An *entry* is the result of one confirmation. A registration
 * has the *items* evaluation, photo and signature; a correction has the corrected values and the retaken images; an attachment
 * is a file for an exam of an existing evaluation. An item knows only its own state; the connection, the owner's session and a
 * running drain have separate types (S4). All times are milliseconds on the device's clock.
 */
export type EntryKind = 'registration' | 'attachment' | 'correction';
export type ItemKind = 'evaluation' | 'correction' | 'photo' | 'signature' | 'attachment';

/**
 * Reason why an item waits for its next send (S6, S8). `portal`: unexpected response. `busy`: the server requested a later
 * retry. `failing`: the server reported a failure.
 */
export type WaitCause = 'no_answer' | 'timeout' | 'portal' | 'busy' | 'failing';
/**
 * Causes for which the server has not judged the request: no response arrived, or the response did not come from the server.
 */
export type NoServerResponseCause = Exclude<WaitCause, 'busy' | 'failing'>;

/**
 * Error response to a request that the server rejected (S10) or failed to execute (S8). It may contain personal data and is
 * stored encrypted (D1).
 */
export interface Rejection {
  /** HTTP status; 0 when the device itself rejected the item. */
  readonly status: number;
  readonly code: string | null;
  /** Message in the response body; empty when there was none. */
  readonly message: string;
  /** Text of the HTTP status line, in English, for the server's administrator; absent when the protocol has none. */
  readonly statusText?: string | undefined;
  readonly details: readonly FieldProblem[];
  /** Id of the request in the server's log; absent when the response contained none. */
  readonly requestId?: string | undefined;
  /** Bytes of the request; present when the server rejected the request because of its size. */
  readonly sentBytes?: number | undefined;
}

/** Marks an item that the user retried although an earlier send may have arrived (S23). */
interface UncertaintyMark {
  readonly isUnsure?: true | undefined;
}

export type ItemState =
  | ({ readonly name: 'queued' } & UncertaintyMark)
  | ({ readonly name: 'sending'; readonly since: number } & UncertaintyMark)
  | {
      readonly name: 'waiting';
      readonly since: number;
      readonly until: number;
      readonly cause: WaitCause;
      /** Error response of the failing server; absent when it had no message. */
      readonly refusal?: Rejection | undefined;
    }
  | {
      readonly name: 'attention';
      readonly since: number;
      readonly refusal: Rejection;
      /**
       * True when it is certain that the server created nothing, so that edited content under a new key creates no duplicate
       * (S7).
       */
      readonly correctable: boolean;
    }
  | { readonly name: 'delivered'; readonly at: number; readonly remoteId: string };

export interface OutboxItem {
  readonly id: string;
  readonly entryId: string;
  /**
   * Owner of the entry, whose key encrypts it (at first the owner is the author), and the branch where it was confirmed (S14).
   */
  readonly ownerId: string;
  readonly branchId: string;
  readonly kind: ItemKind;
  /** Idempotency-Key of every send until the user edits the content (S7). */
  readonly key: string;
  /**
   * Number of sends since the content was written or the server judged the item; delay and timeout depend on this number. When
   * it is above 1, the outcome of the previous send is unknown (S23).
   */
  readonly attempts: number;
  readonly state: ItemState;
}

export type ItemEvent =
  | { readonly type: 'claim' }
  /** The response has the expected status and a valid body (S6). */
  | { readonly type: 'deliver'; readonly remoteId: string }
  /** The item must be sent again automatically (S8). `retryAfter` is in milliseconds, `jitter` in [0, 1). */
  | {
      readonly type: 'defer';
      readonly cause: WaitCause;
      readonly retryAfter: number | null;
      readonly jitter: number;
      readonly refusal?: Rejection | undefined;
    }
  /** The server or the device rejected the item; a user must act (S10). */
  | { readonly type: 'refuse'; readonly refusal: Rejection }
  /** The session ended during the send, so that the server did not judge the item (S9). */
  | { readonly type: 'release' }
  /** The drain ended after it had claimed the item and before it sent the item. */
  | { readonly type: 'put_back' }
  /** A new drain finds the item in the state `sending`, although the process that was sending it no longer exists (S13). */
  | { readonly type: 'orphan' }
  /**
   * A copy of the item leaves the device. Another device may send the copy, so that this device can no longer rule out a send.
   */
  | { readonly type: 'copy_out' }
  /** The user requests an immediate send, or the connection works again. */
  | { readonly type: 'retry' }
  /** The user edited the content. The next send is a new request and gets a new key (S7). */
  | { readonly type: 'correct'; readonly key: string };

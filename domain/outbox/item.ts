import type { FieldProblem } from '#contract/errors.ts';

/**
 * The outbox's vocabulary (docs/SYNC.md). An *entry* is what a person confirmed in one go: a registration, whose
 * *items* are the evaluation and its media, a file attached to an exam of an evaluation that exists, or a correction of a registration, whose items
 * are the corrected values and the pictures taken again. An item knows its own state; whether the link is up, whether the owner's
 * session is open and whether somebody drains are questions with types of their own (S4).
 * All times are milliseconds of the device's clock.
 */
export type EntryKind = 'registration' | 'attachment' | 'correction';
export type ItemKind = 'evaluation' | 'correction' | 'photo' | 'signature' | 'attachment';

/**
 * Why an item waits: nothing came back, it took too long, something else answered, the provider asked to come again, or it has
 * failed (S6, S8).
 */
export type WaitCause = 'no_answer' | 'timeout' | 'portal' | 'busy' | 'failing';
/** What says that the provider was not reached. */
export type SilenceCause = Exclude<WaitCause, 'busy' | 'failing'>;

/** What the provider said when it refused (S10), or failed (S8). Personal: it is sealed at rest (D1). */
export interface Refusal {
  /** 0: this device itself holds it back. */
  readonly status: number;
  readonly code: string | null;
  /** The body's own words; empty where it had none. */
  readonly message: string;
  /** As the status line has it: English, for whoever looks after the provider. Absent where the protocol carries none. */
  readonly statusText?: string | undefined;
  readonly details: readonly FieldProblem[];
  /** What the provider's log calls the call; absent where it told none. */
  readonly requestId?: string | undefined;
  /** Bytes that were sent, where their number was rejected. */
  readonly sentBytes?: number | undefined;
}

/** Set where a person retried an item whose outcome no one could determine: an earlier send may have arrived (S23). */
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
      /** The failing provider's own words; absent where it had none. */
      readonly refusal?: Refusal | undefined;
    }
  | {
      readonly name: 'attention';
      readonly since: number;
      readonly refusal: Refusal;
      /** Certain that nothing of it was created, so that new content under a new key makes no second one (S7). */
      readonly correctable: boolean;
    }
  | { readonly name: 'delivered'; readonly at: number; readonly remoteId: string };

export interface OutboxItem {
  readonly id: string;
  readonly entryId: string;
  /** Who confirmed it, and for which branch (S14). */
  readonly ownerId: string;
  readonly branchId: string;
  readonly kind: ItemKind;
  /** Idempotency-Key of every send, until a person edits the content (S7). */
  readonly key: string;
  /**
   * Sends begun since the content was last written or last judged; sets the backoff and the timeout of a send. From the
   * second on nobody knows what became of the one before (S23).
   */
  readonly attempts: number;
  readonly state: ItemState;
}

export type ItemEvent =
  /** The drainer takes it (only when due). */
  | { readonly type: 'claim' }
  /** The expected status and a body that satisfies the contract (S6). */
  | { readonly type: 'deliver'; readonly remoteId: string }
  /** To be sent again by itself (S8); `retryAfter` in milliseconds, `jitter` in [0, 1). */
  | {
      readonly type: 'defer';
      readonly cause: WaitCause;
      readonly retryAfter: number | null;
      readonly jitter: number;
      readonly refusal?: Refusal | undefined;
    }
  /** Needs a person (S10). */
  | { readonly type: 'refuse'; readonly refusal: Refusal }
  /** The send said nothing about the item: the session ended (S9). */
  | { readonly type: 'release' }
  /** It was claimed, and the drain ended before it was sent. */
  | { readonly type: 'put_back' }
  /** A new drainer finds it `sending`: whoever sent it is gone (S13). */
  | { readonly type: 'orphan' }
  /** A copy leaves the device. The copy may be sent from elsewhere, so this device no longer knows that no send was begun. */
  | { readonly type: 'copy_out' }
  /** A person asks to try now, or the link came back. */
  | { readonly type: 'retry' }
  /** A person edited the content; a new key, because it is a new request (S7). */
  | { readonly type: 'correct'; readonly key: string };

import type { ServerContact } from '../connection-state.ts';
import type { ItemEvent, OutboxItem, WaitCause } from './item.ts';
import type { SendResult } from './outcome.ts';

/** Item in the state `sending`, with the data that its request needs in addition to the content. */
export interface ClaimedItem {
  readonly item: OutboxItem;
  /**
   * Server's id of the evaluation to which the item belongs. Null for the evaluation itself, and for a correction whose
   * registration is not on this device.
   */
  readonly evaluationId: string | null;
  /** Exam of an attachment; null for all other items. */
  readonly examOrderId: string | null;
  /** Author of the content: the owner of the entry, or a user who gave the `consent` that the owner sends it (S14). */
  readonly capturedBy: string;
  readonly consent: string | null;
  /** Device time of the confirmation and its offset to the server's clock (S15). Milliseconds. */
  readonly capturedAt: number;
  readonly clockOffset: number;
  /** Queue number of the patient, when the device assigned one (S28). */
  readonly turn: string | null;
  /** True when the item belongs to a correction (S30). */
  readonly isCorrection: boolean;
}

/**
 * Storage of the outbox items. Each call is atomic, and its changes are durable once it returns; concurrent calls may share a
 * transaction.
 */
export interface OutboxStore {
  /**
   * Sets every `sending` item of the owner back to `queued` with the same key (S13), and releases corrections whose
   * registration is delivered (S30). The caller must hold the drain lock.
   */
  recoverOrphans(ownerId: string, now: number): Promise<void>;
  /** Makes items due that wait for one of `causes`, or whose wait began after `now` because the clock was set back. */
  wake(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void>;
  /** Claims the next due item: evaluations before images, then by due time (S12). With `only`, images are not claimed. */
  claimNext(ownerId: string, now: number, only?: 'evaluations'): Promise<ClaimedItem | null>;
  settle(claimed: ClaimedItem, event: ItemEvent, now: number): Promise<void>;
}

/** Item with decrypted content, ready to send. */
export interface ReadyItem {
  /** Bytes of the request. */
  readonly size: number;
  /** Sends the item once. An earlier call may have arrived at the server. */
  send(): Promise<SendResult>;
}

/** Sends one item to the server; never throws for failures of the network or the server. */
export interface Sender {
  /** Starts a drain: reads again any state that another window or a server may have changed. */
  begin(): void;
  /** Decrypts the content of the item, without a request. */
  prepare(claimed: ClaimedItem): Promise<ReadyItem>;
  /** Requests the server's health, to distinguish a connection failure from a problem with one item. */
  probe(): Promise<ServerContact>;
}

import type { ServerContactResult } from '../connection-state.ts';
import type { ItemEvent, OutboxItem, WaitCause } from './item.ts';
import type { SendResult } from './outcome.ts';

/** Item in the state `sending`, with the data that its request needs in addition to the content. */
export interface ClaimedItem {
  readonly item: OutboxItem;
  /**
   * Server's id of the item's evaluation. Null for the evaluation itself, and for a correction whose registration is not on
   * this device.
   */
  readonly evaluationId: string | null;
  readonly examOrderId: string | null;
  /** Author of the content: the owner of the entry, or the user whose `consent` lets the owner send it (S14). */
  readonly capturedBy: string;
  readonly consent: string | null;
  /**
   * `capturedAt` is the time of the confirmation on the device's clock; `clockOffset` is the difference to the server's clock.
   * Both are in milliseconds (S15).
   */
  readonly capturedAt: number;
  readonly clockOffset: number;
  /** Queue number of the patient; null when the device assigned none (S28). */
  readonly turn: string | null;
  readonly isCorrection: boolean;
}

/**
 * Storage of the outbox items. Each call is atomic, and its changes are durable when it returns; concurrent calls may share a
 * transaction.
 */
export interface OutboxStore {
  /**
   * Resets the owner's items in the state `sending` to `queued` under the same key (S13), and makes corrections due whose
   * registration is delivered (S30). The caller must hold the drain lock.
   */
  recoverOrphans(ownerId: string, now: number): Promise<void>;
  /**
   * Makes items due that wait for one of `causes`. Also makes items due whose wait seems to begin after `now`, because the
   * device's clock was set back.
   */
  wake(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void>;
  /** Claims the next due item: evaluations before images, then by due time (S12). With `only`, it claims no images. */
  claimNext(ownerId: string, now: number, only?: 'evaluations'): Promise<ClaimedItem | null>;
  settle(claimed: ClaimedItem, event: ItemEvent, now: number): Promise<void>;
}

export interface PreparedItem {
  /** Size of the request in bytes. */
  readonly size: number;
  /** Sends the item. May be called again for an item that the server has already received. */
  send(): Promise<SendResult>;
}

/** Part of the drain that sends one item. A failure of the network or the server is a result, not an exception. */
export interface Sender {
  /** Prepares for a new drain: forgets cached state that another window or a server may have changed. */
  begin(): void;
  /** Decrypts the content of the item; makes no request. */
  prepare(claimed: ClaimedItem): Promise<PreparedItem>;
  /** Requests the server's health, to distinguish a lost connection from a problem with one item. */
  probe(): Promise<ServerContactResult>;
}

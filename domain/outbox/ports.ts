import type { Contact } from '../link.ts';
import type { ItemEvent, OutboxItem, WaitCause } from './item.ts';
import type { SendResult } from './outcome.ts';

/** Item in `sending`, with the data that its request needs in addition to its content. */
export interface ClaimedItem {
  readonly item: OutboxItem;
  /**
   * Server's id of the evaluation that it belongs to; null for the evaluation itself, and for a correction whose registration
   * this device does not have.
   */
  readonly evaluationId: string | null;
  /** Exam of an attachment; null for all other items. */
  readonly examOrderId: string | null;
  /** Author of the content: the owner, or the user who gave `consent` to the owner's sending it (S14). */
  readonly capturedBy: string;
  readonly consent: string | null;
  /** Device time of the confirmation and its offset to the server's clock (S15). Milliseconds. */
  readonly capturedAt: number;
  readonly clockOffset: number;
  /** Queue number of the patient, when the device assigned one (S28). */
  readonly turn: string | null;
  /** True when it belongs to a correction (S30). */
  readonly isCorrection: boolean;
}

/** Storage of the items. Each call is atomic, and durable once it returns; concurrent calls may share a transaction. */
export interface OutboxStore {
  /**
   * Returns every `sending` item of the owner to `queued` with its key (S13), and releases corrections whose registration is
   * delivered (S30). It requires the drain lock.
   */
  recoverOrphans(ownerId: string, now: number): Promise<void>;
  /** Makes items due that wait for one of the causes, or whose wait began in the clock's future. */
  wake(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void>;
  /** Takes the next due item: evaluations before media, then by due time (S12); with `only` no media. */
  claimNext(ownerId: string, now: number, only?: 'evaluations'): Promise<ClaimedItem | null>;
  settle(claimed: ClaimedItem, event: ItemEvent, now: number): Promise<void>;
}

/** Item with decrypted content, ready to send. */
export interface ReadyItem {
  /** Bytes of the request. */
  readonly size: number;
  /** Sends it once; an earlier call may have arrived. */
  send(): Promise<SendResult>;
}

/** Sends one item to the server; never throws for failures of the network or the server. */
export interface Sender {
  /** Starts a drain: reads state again that another window or another server may have changed. */
  begin(): void;
  /** Decrypts the content of the item, without a request. */
  prepare(claimed: ClaimedItem): Promise<ReadyItem>;
  /** Requests the server's health, to tell a connection failure from a problem with this item. */
  probe(): Promise<Contact>;
}

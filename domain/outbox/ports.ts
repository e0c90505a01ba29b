import type { Contact } from '../link.ts';
import type { ItemEvent, OutboxItem, WaitCause } from './item.ts';
import type { SendResult } from './outcome.ts';

/** An item in `sending`, with what its request needs besides its content. */
export interface ClaimedItem {
  readonly item: OutboxItem;
  /**
   * The server's id of the evaluation that it belongs to; null for the evaluation itself, and for a correction whose registration this
   * device does not have.
   */
  readonly evaluationId: string | null;
  /** The exam that an attachment belongs to; null for everything else. */
  readonly examOrderId: string | null;
  /** Whose content it is: the owner's, or that of who gave `consent` to its being sent by the owner (S14). */
  readonly capturedBy: string;
  readonly consent: string | null;
  /** Device time of the confirmation and its offset to the provider's clock (S15). Milliseconds. */
  readonly capturedAt: number;
  readonly clockOffset: number;
  /** The person's, where the device gave one (S28). */
  readonly turn: string | null;
  /** It belongs to a correction (S30). */
  readonly isCorrection: boolean;
}

/** Where the items lie. Each call is whole, and durable once it answers; calls at the same time may share a transaction. */
export interface OutboxStore {
  /**
   * Every `sending` item of the owner goes back to `queued` with its key (S13), and corrections are freed whose registration is delivered
   * (S30). Only under the drain lock.
   */
  recoverOrphans(ownerId: string, now: number): Promise<void>;
  /** Items that wait for one of the causes, or whose wait began in the clock's future, become due. */
  wake(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void>;
  /** Takes the next due item: evaluations before media, then by due time (S12); with `only` no media. */
  claimNext(ownerId: string, now: number, only?: 'evaluations'): Promise<ClaimedItem | null>;
  settle(claimed: ClaimedItem, event: ItemEvent, now: number): Promise<void>;
}

/** An item whose content is opened and ready. */
export interface ReadyItem {
  /** Bytes that it carries. */
  readonly size: number;
  /** Sends it once; what an earlier call met may have arrived. */
  send(): Promise<SendResult>;
}

/** Carries one item to the provider; never throws for what the network or the provider do. */
export interface Courier {
  /** A drain begins: what another window or another provider may have changed is looked up anew. */
  begin(): void;
  /** Opens what the item carries, without a request. */
  prepare(claimed: ClaimedItem): Promise<ReadyItem>;
  /** Asks for the provider's health: is it the link, or this item? */
  probe(): Promise<Contact>;
}

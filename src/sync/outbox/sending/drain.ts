import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemEvent, OutboxItem, WaitCause } from '#domain/outbox/item.ts';
import {
  isDoubtfulRejection,
  isTooLargeRejection,
  consequenceOfResult,
  isContentRejection,
  type SendResult,
} from '#domain/outbox/outcome.ts';
import type { RequestSample } from '#domain/outbox/concurrency.ts';
import type { ClaimedItem, Sender, OutboxStore, PreparedItem } from '#domain/outbox/ports.ts';
import { sendTimeoutMs } from '#domain/outbox/timeout.ts';
import type { OutcomeRecorder, RequestLimiter } from './request-limiter.ts';

/** Number of items claimed in addition to those in flight, so that no request waits for IndexedDB. */
const ITEMS_CLAIMED_AHEAD = 8;
/**
 * Number of evaluations that may be claimed although the limit of claimed items is reached, so that a new confirmation does not
 * wait for files (S12).
 */
const EVALUATIONS_OVER_CLAIM_LIMIT = 8;
/** Minimum number of items claimed together, because claiming several in one transaction costs little more than one. */
const MIN_CLAIM_BATCH_SIZE = 4;
/**
 * Maximum number of results that are being written. Claims stop at this number, because IndexedDB may be slower than the
 * connection.
 */
const MAX_PENDING_RESULTS = 8;
/** Number of requests in flight for which items are claimed even if the limiter still allows fewer. */
const MIN_REQUESTS_CLAIMED_FOR = 4;

export interface DrainPorts {
  readonly store: OutboxStore;
  readonly courier: Sender;
  readonly now: () => number;
  /** Returns a random number in [0, 1). */
  readonly jitter: () => number;
  /** Limiter of this window or worker, which remembers the speed of the connection between drains. */
  readonly traffic: RequestLimiter;
  /**
   * Makes a smaller version of a photo that was rejected for its size. Returns the function that replaces the photo; null when
   * no smaller version is possible.
   */
  readonly makeSmaller?: (claimed: ClaimedItem) => Promise<(() => Promise<boolean>) | null>;
  /**
   * Registers the check for due items of a running drain, which is called when items were added. Returns a function that
   * removes it.
   */
  readonly onRequest?: (checkDueItems: () => void) => () => void;
}

/** Result of a drain. `drained`: nothing is due any more. */
export type DrainResult = 'drained' | 'link_down' | 'session_ended';

/**
 * Reasons for waiting that end when the connection is back. `busy` is missing: the server has set the time of the next send
 * (S8).
 */
const CONNECTION_WAIT_CAUSES: readonly WaitCause[] = ['no_answer', 'timeout', 'portal'];

/** Returns true if the result is a rejection that may come from a proxy (S6). */
function isPossibleProxyRejection(result: SendResult): boolean {
  const verdict = consequenceOfResult(result, 0);
  return verdict.type === 'item' && verdict.event.type === 'refuse' && isDoubtfulRejection(result);
}

/**
 * Returns the outcome for the connection statistics. A rejection by this device counts as no response, because nothing was
 * sent.
 */
function toConnectionOutcome(result: SendResult): RequestSample['outcome'] {
  switch (result.type) {
    case 'accepted':
      return 'answered';
    case 'error':
      return result.refusal.status === 0 ? 'no_answer' : 'answered';
    case 'silence':
      return result.cause;
    case 'foreign':
      return 'no_answer';
  }
}

const withRejectedSize = (event: ItemEvent, size: number): ItemEvent =>
  event.type === 'refuse' && isTooLargeRejection(event.refusal)
    ? { ...event, refusal: { ...event.refusal, sentBytes: size } }
    : event;

/**
 * Returns true if a smaller version of a rejected photo may be sent. This requires that the server has certainly not stored the
 * photo (S7).
 */
const canShrinkPhoto = ({ kind }: OutboxItem, event: ItemEvent): boolean =>
  kind === 'photo' &&
  event.type === 'refuse' &&
  isTooLargeRejection(event.refusal) &&
  isContentRejection(event.refusal);

class Drain {
  private end: DrainResult | null = null;
  private failure: { readonly error: unknown } | null = null;
  private readonly ownerId: string;
  private readonly ports: DrainPorts;
  /** Promises of the claimed items; each resolves when the result of its item is written. */
  private readonly hands = new Set<Promise<void>>();
  private settling = 0;
  /** True if the last claim found no due item. Each result resets it, because files may have become due. */
  private isDry = false;
  /** Counts how often new items may have become due. `lookedFor` is its value at the last claim of evaluations. */
  private requested = 0;
  private lookedFor = 0;
  private wake = (): void => undefined;

  constructor(ownerId: string, ports: DrainPorts) {
    this.ownerId = ownerId;
    this.ports = ports;
  }

  async run(): Promise<DrainResult> {
    const { store, courier, now } = this.ports;
    courier.begin();
    await store.recoverOrphans(this.ownerId, now());
    await store.wake(this.ownerId, [], now());
    const stopListening = this.ports.onRequest?.(() => this.lookAgain());
    await this.runUntilDone().finally(stopListening);
    if (this.failure) throw this.failure.error;
    return this.end ?? 'drained';
  }

  private async runUntilDone(): Promise<void> {
    for (;;) {
      const change = new Promise<void>((resolve) => (this.wake = resolve));
      this.claimMore();
      if (this.hands.size === 0) return;
      await change;
    }
  }

  private lookAgain(): void {
    this.isDry = false;
    this.requested += 1;
    this.wake();
  }

  private hasStopped(): boolean {
    return this.end !== null || this.failure !== null;
  }

  private claimMore(): void {
    if (!this.canClaim()) return;
    if (this.freeSlots() >= MIN_CLAIM_BATCH_SIZE) {
      this.lookedFor = this.requested; // These claims also find new evaluations, because evaluations are claimed before files.
      while (this.freeSlots() > 0) this.claimOne();
    } else if (this.lookedFor < this.requested && this.freeSlots() + EVALUATIONS_OVER_CLAIM_LIMIT > 0) {
      this.lookedFor = this.requested;
      this.claimOne('evaluations');
    }
  }

  private freeSlots(): number {
    const unsent = this.hands.size - this.settling;
    return Math.max(MIN_REQUESTS_CLAIMED_FOR, this.ports.traffic.count) + ITEMS_CLAIMED_AHEAD - unsent;
  }

  private canClaim(): boolean {
    return !this.hasStopped() && !this.isDry && this.settling < MAX_PENDING_RESULTS;
  }

  private claimOne(only?: 'evaluations'): void {
    const hand = this.claimAndDeliver(only)
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => {
        this.hands.delete(hand);
        this.wake();
      });
    this.hands.add(hand);
  }

  private async claimAndDeliver(only?: 'evaluations'): Promise<void> {
    const { store, now } = this.ports;
    const { requested } = this;
    const claimed = await store.claimNext(this.ownerId, now(), only);
    if (!claimed) {
      if (!only && requested === this.requested) this.isDry = true;
      return;
    }
    if (only) this.lookAgain(); // A further evaluation may be due.
    await this.deliver(claimed);
    this.isDry = false;
  }

  private async deliver(claimed: ClaimedItem): Promise<void> {
    const { courier, traffic } = this.ports;
    const ready = await courier.prepare(claimed);
    const patience = sendTimeoutMs(ready.size, claimed.item.attempts);
    const isFile = !isPrerequisiteKind(claimed.item.kind);
    const event = await traffic.use({ size: ready.size, patience, isFile }, (note) =>
      this.send(claimed, ready, note),
    );
    if (event) await this.settleOrShrink(claimed, withRejectedSize(event, ready.size));
  }

  private settleOrShrink(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    return canShrinkPhoto(claimed.item, event) ? this.shrink(claimed, event) : this.settle(claimed, event);
  }

  /**
   * Replaces a photo that was rejected for its size with a smaller one. The rejection is stored first, so that nothing is lost
   * if the page dies in between.
   */
  private async shrink(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    const put = await this.ports.makeSmaller?.(claimed);
    await this.settle(claimed, event);
    await put?.();
  }

  /**
   * Sends an item and returns the event to write; null if it is already written. After a missing response the item stays in
   * flight until the probe shows whether sending may continue.
   */
  private async send(
    claimed: ClaimedItem,
    ready: PreparedItem,
    note: OutcomeRecorder,
  ): Promise<ItemEvent | null> {
    if (this.hasStopped()) return { type: 'put_back' };
    this.wake();
    const first = await ready.send();
    note(toConnectionOutcome(first));
    const result = isPossibleProxyRejection(first) ? await this.probeAndSend(ready) : first;
    const verdict = consequenceOfResult(result, this.ports.jitter());
    if (verdict.type === 'session_ended') {
      this.end = 'session_ended';
      return { type: 'release' };
    }
    if (result.type !== 'silence' && result.type !== 'foreign') return verdict.event;
    await this.settle(claimed, verdict.event);
    await this.askForTheLink();
    return null;
  }

  /**
   * Writes the result of a send. New claims start together with the write: they share its transaction and so find the items
   * that it makes due.
   */
  private async settle(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    this.settling += 1;
    const written = this.ports.store.settle(claimed, event, this.ports.now());
    this.isDry = false;
    this.wake();
    await written.finally(() => (this.settling -= 1));
    this.isDry = false;
  }

  /**
   * After a rejection without a message, which may come from a proxy (S6), probes the server. If the server responds, sends the
   * item again, because the first rejection may have come while the server was restarting; a second rejection counts as the
   * server's. Otherwise the rejection counts as an unexpected response.
   */
  private async probeAndSend(ready: PreparedItem): Promise<SendResult> {
    const { reached } = await this.ports.courier.probe();
    return reached ? ready.send() : { type: 'foreign' };
  }

  /**
   * Probes the connection after a send without a response. One missing response proves nothing about other items (S11), so only
   * a failed probe stops the drain.
   */
  private async askForTheLink(): Promise<void> {
    const contact = await this.ports.courier.probe();
    if (!contact.reached) this.end ??= 'link_down';
  }
}

/**
 * Sends the due items of one owner until none is due, the connection is down, or the session has ended. Must run under the
 * drain lock (S13), because items that are `sending` at the start are treated as items whose sender died.
 */
export const drain = (ownerId: string, ports: DrainPorts): Promise<DrainResult> =>
  new Drain(ownerId, ports).run();

export const wakeItemsAfterReconnect = (ownerId: string, ports: DrainPorts): Promise<void> =>
  ports.store.wake(ownerId, CONNECTION_WAIT_CAUSES, ports.now());

import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemEvent, OutboxItem, WaitCause } from '#domain/outbox/item.ts';
import {
  isDoubtfulRejection,
  isTooLargeRejection,
  classifyResult,
  isContentRejection,
  type SendResult,
} from '#domain/outbox/outcome.ts';
import type { RequestSample } from '#domain/outbox/concurrency.ts';
import type { ClaimedItem, Sender, OutboxStore, ReadyItem } from '#domain/outbox/ports.ts';
import { sendTimeout } from '#domain/outbox/timeout.ts';
import type { RecordOutcome, RequestLimiter } from './request-limiter.ts';

/** Items claimed ahead of the requests in flight, so that no request waits for the disk. */
const AHEAD = 8;
/**
 * Evaluations that are claimed although no more requests may be in flight, so that a new confirmation waits for no file (S12).
 */
const CLAIMED_AHEAD = 8;
/** Minimum number of items claimed together: photo and signature of one entry cost little more than one of them. */
const TOGETHER = 4;
/**
 * Maximum number of items whose result is being written: the disk may be slower than the connection, but only by that many
 * items.
 */
const SETTLING = 8;
/** Assumed number of requests in flight at the start. */
const AT_FIRST = 4;

export interface DrainPorts {
  readonly store: OutboxStore;
  readonly courier: Sender;
  readonly now: () => number;
  /** Random number in [0, 1). */
  readonly jitter: () => number;
  /** Concurrency of this window or worker, which remembers the connection from one drain to the next. */
  readonly traffic: RequestLimiter;
  /**
   * Makes a smaller version of a photo whose size was rejected; null when this is impossible. The returned function replaces
   * the rejected photo.
   */
  readonly makeSmaller?: (claimed: ClaimedItem) => Promise<(() => Promise<boolean>) | null>;
  /** Notifies a running drain that new items may be due. Returns an unsubscribe function. */
  readonly whenAsked?: (checkDueItems: () => void) => () => void;
}

/** Result of a drain. `drained`: nothing is due any more. */
export type DrainResult = 'drained' | 'link_down' | 'session_ended';

/** Wait causes that end when the connection is back; `busy` keeps the time that the server requested (S8). */
const LINK_CAUSES: readonly WaitCause[] = ['no_answer', 'timeout', 'portal'];

/** Returns whether the result is a rejection that may come from a proxy (S6). */
function isToBeDoubted(result: SendResult): boolean {
  const verdict = classifyResult(result, 0);
  return verdict.type === 'item' && verdict.event.type === 'refuse' && isDoubtfulRejection(result);
}

/**
 * Returns the outcome for the connection itself. A rejection made by this device counts as no response, because nothing was
 * sent.
 */
function linkOutcome(result: SendResult): RequestSample['outcome'] {
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

/** Adds the number of bytes that were sent to a rejection for their size. */
const withSize = (event: ItemEvent, size: number): ItemEvent =>
  event.type === 'refuse' && isTooLargeRejection(event.refusal)
    ? { ...event, refusal: { ...event.refusal, sentBytes: size } }
    : event;

/** Returns whether a photo may be sent smaller: only when it is certain that nothing of it was created (S7). */
const mayShrink = ({ kind }: OutboxItem, event: ItemEvent): boolean =>
  kind === 'photo' &&
  event.type === 'refuse' &&
  isTooLargeRejection(event.refusal) &&
  isContentRejection(event.refusal);

class Drain {
  private end: DrainResult | null = null;
  private failure: { readonly error: unknown } | null = null;
  private readonly ownerId: string;
  private readonly ports: DrainPorts;
  /** Promise per item in flight, from its claim until its result is written. */
  private readonly hands = new Set<Promise<void>>();
  private settling = 0;
  /** True if the last claim found no due item. A result sets it to false, because it may free files. */
  private isDry = false;
  /**
   * `asked` counts how often new items may have become due; `lookedFor` is the count at which evaluations were last claimed.
   */
  private asked = 0;
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
    const stopListening = this.ports.whenAsked?.(() => this.lookAgain());
    await this.untilDone().finally(stopListening);
    if (this.failure) throw this.failure.error;
    return this.end ?? 'drained';
  }

  private async untilDone(): Promise<void> {
    for (;;) {
      const change = new Promise<void>((resolve) => (this.wake = resolve));
      this.takeMore();
      if (this.hands.size === 0) return;
      await change;
    }
  }

  private lookAgain(): void {
    this.isDry = false;
    this.asked += 1;
    this.wake();
  }

  /**
   * Returns whether the session ended, the connection is down or storage failed: items in flight are finished, and no more are
   * claimed.
   */
  private isOver(): boolean {
    return this.end !== null || this.failure !== null;
  }

  private takeMore(): void {
    if (!this.takesAny()) return;
    if (this.room() >= TOGETHER) {
      this.lookedFor = this.asked; // These claims also find new evaluations, because a claim takes evaluations first.
      while (this.room() > 0) this.takeOne();
    } else if (this.lookedFor < this.asked && this.room() + CLAIMED_AHEAD > 0) {
      this.lookedFor = this.asked;
      this.takeOne('evaluations');
    }
  }

  /** Returns how many more items may be in flight. */
  private room(): number {
    const unsent = this.hands.size - this.settling;
    return Math.max(AT_FIRST, this.ports.traffic.count) + AHEAD - unsent;
  }

  private takesAny(): boolean {
    return !this.isOver() && !this.isDry && this.settling < SETTLING;
  }

  private takeOne(only?: 'evaluations'): void {
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
    const { asked } = this;
    const claimed = await store.claimNext(this.ownerId, now(), only);
    if (!claimed) {
      if (!only && asked === this.asked) this.isDry = true;
      return;
    }
    if (only) this.lookAgain(); // Another evaluation may be due.
    await this.deliver(claimed);
    this.isDry = false;
  }

  private async deliver(claimed: ClaimedItem): Promise<void> {
    const { courier, traffic } = this.ports;
    const ready = await courier.prepare(claimed);
    const patience = sendTimeout(ready.size, claimed.item.attempts);
    const isFile = !isPrerequisiteKind(claimed.item.kind);
    const event = await traffic.use({ size: ready.size, patience, isFile }, (note) =>
      this.send(claimed, ready, note),
    );
    if (event) await this.settleOrShrink(claimed, withSize(event, ready.size));
  }

  private settleOrShrink(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    return mayShrink(claimed.item, event) ? this.shrink(claimed, event) : this.settle(claimed, event);
  }

  /**
   * Replaces a photo whose size was rejected by a smaller one. The rejection is stored first: a page that dies before the
   * smaller photo is in place loses nothing.
   */
  private async shrink(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    const put = await this.ports.makeSmaller?.(claimed);
    await this.settle(claimed, event);
    await put?.();
  }

  /**
   * Sends an item and returns the event that remains to be written. The item counts as in flight until it is known whether the
   * next item may be sent at all.
   */
  private async send(claimed: ClaimedItem, ready: ReadyItem, note: RecordOutcome): Promise<ItemEvent | null> {
    if (this.isOver()) return { type: 'put_back' };
    this.wake(); // Another request is in flight, so another item may be claimed.
    const heard = await ready.send();
    note(linkOutcome(heard));
    const result = isToBeDoubted(heard) ? await this.hearAgain(ready) : heard;
    const verdict = classifyResult(result, this.ports.jitter());
    if (verdict.type === 'session_ended') {
      this.end = 'session_ended';
      return { type: 'release' };
    }
    if (result.type !== 'silence' && result.type !== 'foreign') return verdict.event;
    await this.settle(claimed, verdict.event);
    await this.askForTheLink();
    return null;
  }

  /** Writes the result of a send. Claims made in the meantime share its transaction and find the items that it frees. */
  private async settle(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    this.settling += 1;
    const written = this.ports.store.settle(claimed, event, this.ports.now());
    this.isDry = false;
    this.wake();
    await written.finally(() => (this.settling -= 1));
    this.isDry = false;
  }

  /**
   * Probes and sends again after a rejection without a message, which may be a proxy's (S6). The rejection is the server's own
   * if the server responds correctly to another call and then rejects again. At the first rejection the server may not have
   * been back yet.
   */
  private async hearAgain(ready: ReadyItem): Promise<SendResult> {
    const { reached } = await this.ports.courier.probe();
    return reached ? ready.send() : { type: 'foreign' };
  }

  /**
   * Probes the connection after an item without a response, which proves nothing about the others (S11). Only a connection that
   * is down stops the drain.
   */
  private async askForTheLink(): Promise<void> {
    const contact = await this.ports.courier.probe();
    if (!contact.reached) this.end ??= 'link_down';
  }
}

/**
 * Sends the due items of one owner until nothing is due, the connection is down, or the session has ended. Must run under the
 * drain lock (S13): any item that is `sending` at the start has lost its sender.
 */
export const drain = (ownerId: string, ports: DrainPorts): Promise<DrainResult> =>
  new Drain(ownerId, ports).run();

/** Makes items that wait for the connection due at once, because it is back or a user requests it. */
export const wakeAfterReconnect = (ownerId: string, ports: DrainPorts): Promise<void> =>
  ports.store.wake(ownerId, LINK_CAUSES, ports.now());

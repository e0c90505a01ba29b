import { isLead } from '#domain/outbox/entry.ts';
import type { ItemEvent, OutboxItem, WaitCause } from '#domain/outbox/item.ts';
import { isDoubtful, isTooLarge, judge, judgesContent, type SendResult } from '#domain/outbox/outcome.ts';
import type { Exchange } from '#domain/outbox/pace.ts';
import type { ClaimedItem, Courier, OutboxStore, ReadyItem } from '#domain/outbox/ports.ts';
import { sendTimeout } from '#domain/outbox/timeout.ts';
import type { NoteOutcome, Traffic } from './traffic.ts';

/** Items in hand besides those that travel: claimed and waiting, so that no request waits for the disk. */
const AHEAD = 8;
/** Evaluations that are taken beside a full hand: whoever was just confirmed waits for no file (S12). */
const BESIDE = 8;
/** So many are claimed together at least: photo and signature of one entry cost little more than one of them. */
const TOGETHER = 4;
/** Items whose result is being written: the disk may be slower than the link, but not by more. */
const SETTLING = 8;
/** Assumed in flight at the start. */
const AT_FIRST = 4;

export interface DrainPorts {
  readonly store: OutboxStore;
  readonly courier: Courier;
  readonly now: () => number;
  /** In [0, 1). */
  readonly jitter: () => number;
  /** Of this window or worker: it remembers the link from one drain to the next. */
  readonly traffic: Traffic;
  /** Makes a photo smaller whose size was rejected; null where it cannot. The result puts it in the place of the rejected one. */
  readonly makeSmaller?: (claimed: ClaimedItem) => Promise<(() => Promise<boolean>) | null>;
  /** Tells the drain, while it runs, that something new may be due; answers how not to be told any more. */
  readonly whenAsked?: (lookAgain: () => void) => () => void;
}

/** How a drain ended. `drained`: nothing is due any more. */
export type DrainEnd = 'drained' | 'link_down' | 'session_ended';

/** Causes that a link which came back settles; `busy` keeps the time that the provider asked for (S8). */
const LINK_CAUSES: readonly WaitCause[] = ['no_answer', 'timeout', 'portal'];

/** A refusal that may be a proxy's (S6). */
function isToBeDoubted(result: SendResult): boolean {
  const verdict = judge(result, 0);
  return verdict.type === 'item' && verdict.event.type === 'refuse' && isDoubtful(result);
}

/** What the link itself did; a refusal of the device's own never travelled. */
function linkOutcome(result: SendResult): Exchange['outcome'] {
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

/** Notes how much was sent where that was too much. */
const withSize = (event: ItemEvent, size: number): ItemEvent =>
  event.type === 'refuse' && isTooLarge(event.refusal)
    ? { ...event, refusal: { ...event.refusal, sentBytes: size } }
    : event;

/** S7: a photo is sent smaller only where it is certain that nothing of it was created. */
const mayShrink = ({ kind }: OutboxItem, event: ItemEvent): boolean =>
  kind === 'photo' && event.type === 'refuse' && isTooLarge(event.refusal) && judgesContent(event.refusal);

class Drain {
  private end: DrainEnd | null = null;
  private failure: { readonly error: unknown } | null = null;
  private readonly ownerId: string;
  private readonly ports: DrainPorts;
  /** A promise per item in hand, from its claim until its result is written. */
  private readonly hands = new Set<Promise<void>>();
  private settling = 0;
  /** The last claim found nothing; a result may set files free. */
  private isDry = false;
  /** How often something new may have become due, and up to which of them evaluations have been looked for. */
  private asked = 0;
  private lookedFor = 0;
  private wake = (): void => undefined;

  constructor(ownerId: string, ports: DrainPorts) {
    this.ownerId = ownerId;
    this.ports = ports;
  }

  async run(): Promise<DrainEnd> {
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

  /** The session ended, the link is down or storage failed: what is in hand is finished, and no more is taken. */
  private isOver(): boolean {
    return this.end !== null || this.failure !== null;
  }

  private takeMore(): void {
    if (!this.takesAny()) return;
    if (this.room() >= TOGETHER) {
      this.lookedFor = this.asked; // Evaluations are the first that a claim takes.
      while (this.room() > 0) this.takeOne();
    } else if (this.lookedFor < this.asked && this.room() + BESIDE > 0) {
      this.lookedFor = this.asked;
      this.takeOne('evaluations');
    }
  }

  /** How many more may be in hand. */
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
    if (only) this.lookAgain(); // There may be another.
    await this.deliver(claimed);
    this.isDry = false;
  }

  private async deliver(claimed: ClaimedItem): Promise<void> {
    const { courier, traffic } = this.ports;
    const ready = await courier.prepare(claimed);
    const patience = sendTimeout(ready.size, claimed.item.attempts);
    const isFile = !isLead(claimed.item.kind);
    const event = await traffic.use({ size: ready.size, patience, isFile }, (note) =>
      this.send(claimed, ready, note),
    );
    if (event) await this.settleOrShrink(claimed, withSize(event, ready.size));
  }

  private settleOrShrink(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    return mayShrink(claimed.item, event) ? this.shrink(claimed, event) : this.settle(claimed, event);
  }

  /** The rejection is stored first: a page that dies before the smaller photo is in place loses nothing. */
  private async shrink(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    const put = await this.ports.makeSmaller?.(claimed);
    await this.settle(claimed, event);
    await put?.();
  }

  /** The event still to write. Keeps its place until it is known whether the next one may send at all. */
  private async send(claimed: ClaimedItem, ready: ReadyItem, note: NoteOutcome): Promise<ItemEvent | null> {
    if (this.isOver()) return { type: 'put_back' };
    this.wake(); // One more travels: one more may be in hand.
    const heard = await ready.send();
    note(linkOutcome(heard));
    const result = isToBeDoubted(heard) ? await this.hearAgain(ready) : heard;
    const verdict = judge(result, this.ports.jitter());
    if (verdict.type === 'session_ended') {
      this.end = 'session_ended';
      return { type: 'release' };
    }
    if (result.type !== 'silence' && result.type !== 'foreign') return verdict.event;
    await this.settle(claimed, verdict.event);
    await this.askForTheLink();
    return null;
  }

  /** What is claimed meanwhile shares the result's transaction, and finds what it sets free. */
  private async settle(claimed: ClaimedItem, event: ItemEvent): Promise<void> {
    this.settling += 1;
    const written = this.ports.store.settle(claimed, event, this.ports.now());
    this.isDry = false;
    this.wake();
    await written.finally(() => (this.settling -= 1));
    this.isDry = false;
  }

  /**
   * S6: a refusal without a word may be a proxy's. It is the provider's where that answers another call rightly and then
   * refuses again: the first time it may not have been back yet.
   */
  private async hearAgain(ready: ReadyItem): Promise<SendResult> {
    const { reached } = await this.ports.courier.probe();
    return reached ? ready.send() : { type: 'foreign' };
  }

  /** S11: one item without an answer says nothing of the others. Only a link that is down stops the drain. */
  private async askForTheLink(): Promise<void> {
    const contact = await this.ports.courier.probe();
    if (!contact.reached) this.end ??= 'link_down';
  }
}

/**
 * Sends what is due of one owner until nothing is, the link is down, or the session has ended. Run under the drain
 * lock only (S13): whatever is `sending` at the start has lost its sender.
 */
export const drain = (ownerId: string, ports: DrainPorts): Promise<DrainEnd> =>
  new Drain(ownerId, ports).run();

/** Makes due at once what waits for the link: it came back, or a person asks. */
export const wakeForLink = (ownerId: string, ports: DrainPorts): Promise<void> =>
  ports.store.wake(ownerId, LINK_CAUSES, ports.now());

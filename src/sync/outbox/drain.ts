import type { ItemEvent, WaitCause } from '#domain/outbox/item.ts';
import { isDoubtful, judge, type SendResult } from '#domain/outbox/outcome.ts';
import type { ClaimedItem, Courier, OutboxStore, ReadyItem } from '#domain/outbox/ports.ts';

/** Requests at once: more would make one slow link slower, fewer would leave a fast one idle. */
const REQUESTS = 4;
/** Items in hand: while four travel, others are claimed, opened and settled, so that no request waits for the disk. */
const RUNNERS = 7;

export interface DrainPorts {
  readonly store: OutboxStore;
  readonly courier: Courier;
  readonly now: () => number;
  /** In [0, 1). */
  readonly jitter: () => number;
}

/** How a drain ended. `drained`: nothing is due any more. */
export type DrainEnd = 'drained' | 'link_down' | 'session_ended';

/** Causes that a link which came back settles; `busy` keeps the time that the provider asked for (S8). */
const LINK_CAUSES: readonly WaitCause[] = ['no_answer', 'timeout', 'portal'];

/** So many at once; the others wait in the order in which they came. */
class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

/** Nothing else would need a person. */
function isToBeDoubted(result: SendResult): boolean {
  const verdict = judge(result, 0);
  return verdict.type === 'item' && verdict.event.type === 'refuse' && isDoubtful(result);
}

class Drain {
  private end: DrainEnd | null = null;
  /** One runner met a storage failure: the others finish what they have and take no more. */
  private broken = false;
  private readonly ownerId: string;
  private readonly ports: DrainPorts;
  /** Sends under way; a finished evaluation may set media free, so an idle runner waits for one of them. */
  private readonly underWay = new Set<Promise<void>>();
  private readonly requests = new Semaphore(REQUESTS);

  constructor(ownerId: string, ports: DrainPorts) {
    this.ownerId = ownerId;
    this.ports = ports;
  }

  async run(): Promise<DrainEnd> {
    const { store, now } = this.ports;
    await store.recoverOrphans(this.ownerId, now());
    await store.wake(this.ownerId, [], now());
    const runners = Array.from({ length: RUNNERS }, () =>
      this.runUntilDone().catch((error: unknown) => this.breakOff(error)),
    );
    const results = await Promise.allSettled(runners);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return this.end ?? 'drained';
  }

  private async runUntilDone(): Promise<void> {
    while (this.end === null && !this.broken) {
      const claimed = await this.ports.store.claimNext(this.ownerId, this.ports.now());
      if (claimed) await this.track(this.deliver(claimed));
      else if (this.underWay.size > 0) await Promise.race(this.underWay);
      else return;
    }
  }

  private breakOff(error: unknown): never {
    this.broken = true;
    throw error;
  }

  private async track(work: Promise<void>): Promise<void> {
    const settled = work.finally(() => this.underWay.delete(settled));
    this.underWay.add(settled);
    await settled;
  }

  private async deliver(claimed: ClaimedItem): Promise<void> {
    const { store, courier, now } = this.ports;
    const ready = await courier.prepare(claimed);
    const event = await this.requests.use(() => this.send(claimed, ready));
    if (event) await store.settle(claimed, event, now());
  }

  /** What the item has still to be told. Keeps its place until it is known whether the next one may send at all. */
  private async send(claimed: ClaimedItem, ready: ReadyItem): Promise<ItemEvent | null> {
    const { store, now, jitter } = this.ports;
    if (this.end !== null || this.broken) return { type: 'release' };
    const heard = await ready();
    const result = isToBeDoubted(heard) ? await this.hearAgain(ready) : heard;
    const verdict = judge(result, jitter());
    if (verdict.type === 'session_ended') {
      this.end = 'session_ended';
      return { type: 'release' };
    }
    if (result.type !== 'silence' && result.type !== 'foreign') return verdict.event;
    await store.settle(claimed, verdict.event, now());
    await this.askForTheLink();
    return null;
  }

  /**
   * S6: a refusal without a word may be a proxy's. It is the provider's where that answers another call rightly and then
   * refuses again: the first time it may not have been back yet.
   */
  private async hearAgain(ready: ReadyItem): Promise<SendResult> {
    const { reached } = await this.ports.courier.probe();
    return reached ? ready() : { type: 'foreign' };
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

import {
  connectionStateAfter,
  nextProbeTime,
  type ServerContactResult,
  type ConnectionState,
} from '#domain/connection-state.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import type { ClaimedItem, Sender, OutboxStore } from '#domain/outbox/ports.ts';
import { markUnclearRejection, type SendResult } from '#domain/outbox/outcome.ts';
import { runDrain, type DrainRunPorts } from '#sync/outbox/sending/drain-run.ts';
import type { DrainReason } from '#sync/outbox/sending/messages.ts';
import { RequestLimiter } from '#sync/outbox/sending/request-limiter.ts';
import { LockedError } from './model/content.ts';
import type { MemoryStore } from './model/memory-store.ts';
import type { SentItem } from './model/model-server.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess, StepQueue } from './steps.ts';
import type { SimulatedNetwork } from './wire.ts';

/** Parts of the simulated tablet. A test may replace a part by a faulty one, to show that the simulation detects the fault. */
export interface TabletParts {
  readonly store: MemoryStore;
  readonly wire: SimulatedNetwork;
  readonly steps: StepQueue;
  readonly random: Random;
  readonly isLocking: boolean;
  readonly courierOf: (courier: Sender) => Sender;
  readonly onFault: (what: string) => void;
}

/** Simulated window or service worker. It drains while it holds the drain lock, and can be killed at any step. */
interface DrainContext extends SimulatedProcess {
  isWaiting: boolean;
  readonly traffic: RequestLimiter;
  readonly lookers: Set<() => void>;
}

const DRAIN_CONTEXT_NAMES = ['window', 'worker'] as const;
const MAX_EXCHANGE_MS = 20_000;
const ITEM_SIZES_BYTES: Record<ItemKind, number> = {
  evaluation: 600,
  photo: 100_000,
  signature: 25_000,
  attachment: 3_000_000,
  correction: 600,
};
const START_TIME_MS = Date.UTC(2026, 0, 5, 12);

/** Simulated tablet: clock, signed-in user, cookie, assumed connection state, and two contexts that drain. */
export class Tablet {
  now = START_TIME_MS;
  account: { userId: string; gate: 'open' | 'expired' | 'offline' } | null = null;
  cookie: string | null = null;
  link: ConnectionState = { name: 'unknown' };
  readonly #parts: TabletParts;
  readonly #contexts: DrainContext[];
  #lockHolder: DrainContext | null = null;
  #lockQueue: { context: DrainContext; reason: DrainReason }[] = [];

  constructor(parts: TabletParts) {
    this.#parts = parts;
    this.#contexts = DRAIN_CONTEXT_NAMES.map((name) => this.#newContext(name));
  }

  /** Creates a context whose requests take random times, so that the number of requests in flight varies. */
  #newContext(name: string): DrainContext {
    const { random } = this.#parts;
    const isMultiplexed = random.percent(50);
    let clock = 0;
    const now = () => (clock += random.int(MAX_EXCHANGE_MS));
    return {
      name,
      isWaiting: false,
      traffic: new RequestLimiter(now, () => isMultiplexed),
      lookers: new Set(),
    };
  }

  get contextCount(): number {
    return this.#contexts.length;
  }

  /**
   * Requests a drain like `drainInThisContext`: at most one drain per context waits for the lock, and a running drain checks for new
   * items.
   */
  requestDrain(at: number, reason: DrainReason): void {
    const context = this.#contexts[at];
    if (!context) return;
    for (const look of context.lookers) look();
    if (context.isWaiting) return;
    context.isWaiting = true;
    this.#lockQueue.push({ context, reason });
    this.#grant();
  }

  /**
   * Kills a context (SIGKILL) and puts a new one in its place. The browser releases the context's lock and drops its lock
   * request.
   */
  kill(at: number): void {
    const context = this.#contexts[at];
    if (!context) return;
    this.#parts.steps.end(context);
    this.#lockQueue = this.#lockQueue.filter((request) => request.context !== context);
    this.#contexts[at] = this.#newContext(context.name);
    if (this.#lockHolder === context) this.#release();
  }

  #release(): void {
    this.#lockHolder = null;
    this.#grant();
  }

  #grant(): void {
    if (this.#lockHolder && this.#parts.isLocking) return;
    const next = this.#lockQueue.shift();
    if (!next) return;
    const { context, reason } = next;
    this.#lockHolder = context;
    this.#parts.steps.queueStep(context, `holds the lock (${reason})`, () => {
      context.isWaiting = false;
      runDrain(reason, this.#portsOf(context)).then(
        () => this.#end(context),
        (error: unknown) => this.#end(context, error),
      );
    });
  }

  #end(context: DrainContext, error?: unknown): void {
    if (error !== undefined && !(error instanceof LockedError))
      this.#parts.onFault(
        error instanceof Error ? `${error.name}: ${error.message}` : 'a drain threw what is no error',
      );
    if (this.#lockHolder === context) this.#release();
  }

  #portsOf(context: DrainContext): DrainRunPorts {
    const { steps, random } = this.#parts;
    return {
      store: this.#storeFor(context),
      courier: this.#parts.courierOf(this.#courierFor(context)),
      now: () => this.now,
      jitter: () => random.fraction(),
      traffic: context.traffic,
      onRequest: (look) => {
        context.lookers.add(look);
        return () => context.lookers.delete(look);
      },
      readPresence: () =>
        steps.runAsStep(context, 'reads who is signed in', () => this.account && { ...this.account }),
      readLink: () => Promise.resolve(this.link),
      closeGate: (userId) => steps.runAsStep(context, 'closes the gate', () => this.#closeGate(userId)),
    };
  }

  #closeGate(userId: string): void {
    if (this.account?.userId === userId && this.account.gate === 'open') this.account.gate = 'expired';
  }

  #storeFor(context: DrainContext): OutboxStore {
    const { store, steps } = this.#parts;
    const runAsStep = <Result>(what: string, work: () => Result) => steps.runAsStep(context, what, work);
    return {
      recoverOrphans: (ownerId, now) =>
        runAsStep('recovers orphans', () => store.recoverOrphans(ownerId, now)),
      wake: (ownerId, causes, now) => runAsStep('wakes', () => store.wake(ownerId, causes, now)),
      claimNext: (ownerId, now, only) =>
        runAsStep(only ? 'claims an evaluation' : 'claims', () => store.claimNext(ownerId, now, only)),
      settle: (claimed, event, now) =>
        runAsStep(`settles ${claimed.item.id}: ${event.type}`, () => {
          if (event.type === 'refuse') this.#open(claimed);
          store.settle(claimed, event, now);
        }),
    };
  }

  /** Throws LockedError unless the owner is signed in, because content and rejections are encrypted under the owner's key. */
  #open({ item }: ClaimedItem): void {
    if (this.account?.userId !== item.ownerId) throw new LockedError();
  }

  #courierFor(context: DrainContext): Sender {
    const { store, steps } = this.#parts;
    return {
      begin: () => undefined,
      prepare: async (claimed) => {
        const item = await steps.runAsStep(context, `opens ${claimed.item.id}`, () => {
          this.#open(claimed);
          return toSentItem(claimed, store);
        });
        const isFirst = claimed.item.attempts === 1;
        const send = async () => {
          const result = await this.#send(context, item);
          return isFirst ? result : markUnclearRejection(result);
        };
        return { size: ITEM_SIZES_BYTES[item.kind], send };
      },
      probe: () => steps.runAsStep(context, 'probes the link', () => this.#probe()),
    };
  }

  async #send(context: DrainContext, item: SentItem): Promise<SendResult> {
    // The browser reads the cookie when the request leaves, not when it is created.
    const cookie = await this.#parts.steps.runAsStep(context, 'a request leaves', () => this.cookie);
    const result = await this.#parts.wire.send(context, item, cookie);
    this.#note(contactOf(result));
    return result;
  }

  #probe(): ServerContactResult {
    const contact: ServerContactResult = this.#parts.wire.isOpen
      ? { reached: true }
      : { reached: false, cause: 'no_answer' };
    this.#note(contact);
    return contact;
  }

  #note(contact: ServerContactResult): void {
    this.link = connectionStateAfter(this.link, contact, this.now, this.#parts.random.fraction());
  }

  /** Time at which the timer requests the next drain; null when no item of the signed-in user is due for an automatic send. */
  nextDueAt(ownerId: string): number | null {
    const due = this.#parts.store.nextDueAt(ownerId);
    return due !== null && this.link.name === 'down'
      ? Math.max(due, nextProbeTime(this.link, this.now))
      : due;
  }
}

function contactOf(result: SendResult): ServerContactResult {
  if (result.type === 'silence') return { reached: false, cause: result.cause };
  return result.type === 'foreign' ? { reached: false, cause: 'portal' } : { reached: true };
}

function toSentItem(claimed: ClaimedItem, store: MemoryStore): SentItem {
  const { item, capturedBy, consent, capturedAt, evaluationId, isCorrection } = claimed;
  const { entryId, kind, key, branchId } = item;
  const { content } = store.find(item.id).stored;
  return {
    entryId,
    kind,
    key,
    branchId,
    content,
    capturedBy,
    capturedAt,
    consent,
    evaluationId,
    isCorrection,
  };
}

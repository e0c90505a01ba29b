import type { Sender } from '#domain/outbox/ports.ts';
import type { DrainReason } from '#sync/outbox/sending/messages.ts';
import { ConfirmationJournal } from './journal.ts';
import { MemoryStore } from './model/memory-store.ts';
import { ModelServer } from './model/model-server.ts';
import { SimulatedUsers, SIMULATED_USER_IDS } from './people.ts';
import { Random } from './random.ts';
import { StepQueue } from './steps.ts';
import { Tablet } from './tablet.ts';
import { CONNECTION_PROFILES, SimulatedNetwork } from './wire.ts';

/** Faulty parts that replace correct ones, to show that the simulation detects each fault. */
export interface SimulationMutation {
  readonly makeStore?: () => MemoryStore;
  readonly makeProvider?: () => ModelServer;
  readonly isLocking?: boolean;
  readonly courierOf?: (courier: Sender) => Sender;
}

export interface HistoryOutcome {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly registrations: number;
  readonly steps: number;
  /** All events in order; empty unless the trace was requested. */
  readonly trace: readonly string[];
}

const ACTION_WEIGHTS = {
  capture: 7,
  drain: 7,
  wait: 6,
  changeWeather: 4,
  jumpInTime: 1,
  killContext: 2,
  killProvider: 1,
  signIn: 2,
  signInOffline: 1,
  signOut: 1,
  endSession: 1,
  confirmSession: 2,
  forbid: 1,
  permit: 1,
  settleRefusal: 4,
  retryRefused: 1,
  tryNow: 1,
  discard: 0.5,
  handOver: 1,
  correct: 3,
} as const;
type Action = keyof typeof ACTION_WEIGHTS;

const DRAIN_REASONS: readonly DrainReason[] = [
  'enqueue',
  'start',
  'online',
  'visible',
  'timer',
  'person',
  'sync',
];
const MIN_ACTIONS = 12;
const ADDITIONAL_ACTIONS_LIMIT = 30;
const MAX_REGISTRATIONS = 4;
const MAX_STEPS_BETWEEN_ACTIONS = 14;
const HEARTBEAT_INTERVAL_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
/**
 * Number of 30-second heartbeats of the recovery: twice the longest Retry-After that the device obeys. An item still unsent
 * after them would wait forever.
 */
const RECOVERY_HEARTBEATS = 240;

class OutboxHistory {
  readonly #random: Random;
  readonly #steps: StepQueue;
  readonly #store: MemoryStore;
  readonly #provider: ModelServer;
  readonly #wire: SimulatedNetwork;
  readonly #ledger = new ConfirmationJournal();
  readonly #tablet: Tablet;
  readonly #people: SimulatedUsers;
  readonly #told: ((line: string) => void) | null;
  #taken = 0;

  constructor(seed: number, mutation: SimulationMutation, told: ((line: string) => void) | null) {
    this.#told = told;
    const random = new Random(seed);
    const steps = new StepQueue(random, told);
    const store = mutation.makeStore?.() ?? new MemoryStore();
    const server = mutation.makeProvider?.() ?? new ModelServer();
    const wire = new SimulatedNetwork(server, steps, random, (item) => this.#ledger.checkSent(item));
    const onFault = (what: string) => this.#ledger.faults.push(what);
    const { isLocking = true, courierOf: senderOf = (courier) => courier } = mutation;
    this.#tablet = new Tablet({ store, wire, steps, random, isLocking, courierOf: senderOf, onFault });
    this.#people = new SimulatedUsers(this.#tablet, store, this.#ledger, random);
    [this.#random, this.#steps, this.#store] = [random, steps, store];
    [this.#provider, this.#wire] = [server, wire];
  }

  async run(): Promise<Omit<HistoryOutcome, 'seed' | 'trace'>> {
    this.#signIn(SIMULATED_USER_IDS[0]);
    const actions = MIN_ACTIONS + this.#random.int(ADDITIONAL_ACTIONS_LIMIT);
    for (let nth = 0; nth < actions; nth += 1) {
      this.#act(this.#random.pickWeighted<Action>(ACTION_WEIGHTS));
      await this.#go(this.#random.int(MAX_STEPS_BETWEEN_ACTIONS));
    }
    await this.#heal();
    const problems = this.#ledger.compare(this.#store, [...this.#provider.evaluations.values()]);
    return { problems, registrations: this.#people.registered, steps: this.#taken };
  }

  /** Runs up to `most` pending steps of the simulation, such as disk writes and responses; ends early when none is left. */
  async #go(most: number): Promise<void> {
    for (let nth = 0; nth < most && (await this.#steps.runStep()); nth += 1) this.#taken += 1;
  }

  // ---------------------------------------------------------------- actions

  #act(action: Action): void {
    this.#told?.(`── ${action} (${this.#tablet.account?.userId ?? 'nobody'})`);
    const { account } = this.#tablet;
    switch (action) {
      case 'capture':
        if (this.#people.registered < MAX_REGISTRATIONS) this.#people.capture();
        return this.#drain('enqueue');
      case 'drain':
        return this.#drain(this.#random.pick(DRAIN_REASONS) ?? 'timer');
      case 'wait':
        return this.#wait();
      case 'changeWeather':
        return this.#changeWeather();
      case 'jumpInTime':
        this.#tablet.now += Math.round((this.#random.fraction() - 0.5) * 2 * DAY_MS);
        return;
      case 'killContext':
        this.#tablet.kill(this.#random.int(this.#tablet.contextCount));
        return;
      case 'killProvider':
        return this.#wire.killProvider();
      case 'signIn':
        if (this.#wire.isOpen) this.#signIn(this.#random.pick(SIMULATED_USER_IDS) ?? SIMULATED_USER_IDS[0]);
        return;
      case 'signInOffline':
        if (!account && !this.#wire.isOpen)
          this.#tablet.account = {
            userId: this.#random.pick(SIMULATED_USER_IDS) ?? SIMULATED_USER_IDS[0],
            gate: 'offline',
          };
        return;
      case 'signOut':
        return this.#signOut();
      case 'endSession':
        return this.#provider.endSession(this.#tablet.cookie);
      case 'confirmSession':
        return this.#confirmSession();
      case 'forbid':
        if (account) this.#provider.forbidden.add(account.userId);
        return;
      case 'permit':
        return this.#provider.forbidden.clear();
      case 'settleRefusal':
        if (this.#people.handleRejection()) this.#drain('person');
        return;
      case 'retryRefused':
        this.#people.retryRejected();
        return this.#drain('person');
      case 'tryNow':
        this.#people.tryNow();
        return this.#drain('person');
      case 'discard':
        return this.#people.discard();
      case 'handOver':
        return this.#people.handOver();
      case 'correct':
        this.#people.correct();
        return this.#drain('enqueue');
    }
  }

  #drain(reason: DrainReason): void {
    this.#tablet.requestDrain(this.#random.int(this.#tablet.contextCount), reason);
  }

  /** Advances the clock to the next due time, but by at most one heartbeat, and requests a drain as the timer does. */
  #wait(): void {
    const { account, now } = this.#tablet;
    const due = account ? this.#tablet.nextDueAt(account.userId) : null;
    this.#tablet.now += Math.min(Math.max((due ?? Infinity) - now, 1_000), HEARTBEAT_INTERVAL_MS);
    this.#drain('timer');
  }

  #changeWeather(): void {
    const name = this.#random.pick(Object.keys(CONNECTION_PROFILES)) ?? 'calm';
    this.#told?.(`the line is ${name}`);
    this.#wire.weather = CONNECTION_PROFILES[name] ?? this.#wire.weather;
  }

  #signIn(userId: string): void {
    // A different user can sign in only after a sign-out; the same user can sign in again without one.
    const { account } = this.#tablet;
    if (account && account.userId !== userId) this.#signOut();
    this.#tablet.cookie = this.#provider.openSession(userId);
    this.#tablet.account = { userId, gate: 'open' };
    this.#drain('signed_in');
  }

  /** Signs out. When the tablet is offline, the server is not notified and the cookie stays (S16). */
  #signOut(): void {
    this.#tablet.account = null;
    if (!this.#wire.isOpen) return;
    this.#provider.endSession(this.#tablet.cookie);
    this.#tablet.cookie = null;
  }

  /** Models `revalidateSession`: the session is open if the cookie belongs to the signed-in user, otherwise expired. */
  #confirmSession(): void {
    const { account, cookie } = this.#tablet;
    if (!account || !this.#wire.isOpen) return;
    const isTheirs = this.#provider.userOf(cookie) === account.userId;
    const wasOpen = account.gate === 'open';
    account.gate = isTheirs ? 'open' : 'expired';
    if (isTheirs && !wasOpen) this.#drain('signed_in');
  }

  // ---------------------------------------------------------------- recovery

  async #heal(): Promise<void> {
    this.#told?.('══ everything heals');
    this.#wire.weather = CONNECTION_PROFILES['calm'] ?? this.#wire.weather;
    this.#provider.forbidden.clear();
    this.#people.carelessness = 0;
    await this.#go(Infinity);
    // Each user signs in twice, because a correction may wait for a registration that a colleague sends.
    for (const person of [...SIMULATED_USER_IDS, ...SIMULATED_USER_IDS]) {
      this.#signIn(person);
      await this.#empty(person);
    }
  }

  /** Sends the user's queue with timer drains; the user deals with every rejected item. */
  async #empty(person: string): Promise<void> {
    for (let beats = 0; beats < RECOVERY_HEARTBEATS; beats += 1) {
      await this.#go(Infinity);
      while (this.#people.handleRejection());
      if (this.#store.nextDueAt(person) === null) return;
      this.#wait();
    }
  }
}

/** Simulates one sequence of events on a tablet. The same seed gives the same sequence. */
export async function simulateOutbox(
  seed: number,
  mutation: SimulationMutation = {},
  isTraced = false,
): Promise<HistoryOutcome> {
  const trace: string[] = [];
  const told = isTraced ? (line: string) => void trace.push(line) : null;
  const { problems, registrations, steps } = await new OutboxHistory(seed, mutation, told).run();
  return { seed, problems, registrations, steps, trace };
}

import { bogotaDay } from '#domain/time/clock.ts';
import {
  queueNumbersAfterReport,
  NO_QUEUE_NUMBERS,
  nextQueueNumber,
  type QueueNumberReportResponse,
  type QueueNumberState,
} from '#domain/queue-number.ts';
import { Random } from './random.ts';

/** Rules of queue numbers. A test may replace a rule by a faulty one, to show that the simulation detects the fault. */
export interface QueueNumberRules {
  readonly afterReport: typeof queueNumbersAfterReport;
  /** Returns the key under which the server stores a count of queue numbers. */
  readonly knownBy: (counter: DeviceQueueCounter) => string;
  /**
   * Returns the highest queue number that the server has received. Under the correct rule it is the last number assigned before
   * the tablet sent its report.
   */
  readonly told: (asked: QueueNumberState, now: QueueNumberState) => number;
  /**
   * Returns the day that the tablet uses. Under the correct rule it is the server's day, because the tablet's own clock may be
   * wrong by days.
   */
  readonly dayHeard: (told: string, ownClock: number) => string;
}

const CORRECT_QUEUE_NUMBER_RULES: QueueNumberRules = {
  afterReport: queueNumbersAfterReport,
  knownBy: ({ counterId }) => counterId,
  told: (asked) => asked.last,
  dayHeard: (told) => told,
};

interface DeviceQueueCounter {
  readonly deviceId: string;
  readonly counterId: string;
}

interface CounterReport {
  readonly counter: DeviceQueueCounter;
  readonly asked: QueueNumberState;
  /** Response of the server; null until the server has handled the report. */
  answer: Omit<QueueNumberReportResponse, 'told'> | null;
}

const BRANCH_IDS = ['bogota', 'medellin'] as const;
type SimulatedBranchId = (typeof BRANCH_IDS)[number];
const TABLET_NAMES = ['one', 'two'];
const ACTION_WEIGHTS = {
  register: 10,
  wait: 5,
  report: 6,
  handle: 8,
  hear: 8,
  loseAnswer: 1,
  loseDatabase: 0.4,
  jump: 1,
};
const MAX_WAIT_MS = 6 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const MAX_ACTIONS = 400;

/** Simulated queue numbers of several tablets at two branches, over days with and without network. */
class QueueNumberHistory {
  readonly problems: string[] = [];
  given = 0;
  readonly #random: Random;
  readonly #rules: QueueNumberRules;
  readonly #letters = new Map<string, string>();
  readonly #counts = new Map<string, QueueNumberState & DeviceQueueCounter>();
  readonly #reports = new Map<string, CounterReport>();
  readonly #seen = new Set<string>();
  #now = Date.UTC(2026, 10, 23, 12);
  #ownClock = this.#now;
  #counters = 0;

  constructor(seed: number, rules: QueueNumberRules) {
    [this.#random, this.#rules] = [new Random(seed), rules];
  }

  run(): void {
    for (let nth = this.#random.int(MAX_ACTIONS); nth >= 0; nth -= 1) this.#act();
  }

  #act(): void {
    const branch = this.#random.pick(BRANCH_IDS) ?? 'bogota';
    const deviceId = this.#random.pick(TABLET_NAMES) ?? '';
    const place = `${deviceId} at ${branch}`;
    switch (this.#random.pickWeighted<keyof typeof ACTION_WEIGHTS>(ACTION_WEIGHTS)) {
      case 'register':
        return this.#register(branch, place);
      case 'wait':
        this.#now += this.#random.int(MAX_WAIT_MS);
        this.#ownClock += this.#random.int(MAX_WAIT_MS);
        return;
      case 'report':
        // A tablet has one report in progress at a time; a second report would add nothing.
        if (!this.#reports.has(place)) this.#report(place, deviceId);
        return;
      case 'handle':
        return this.#handle(branch, place);
      case 'hear':
        return this.#hear(place);
      case 'loseAnswer':
        return void this.#reports.delete(place);
      case 'loseDatabase':
        this.#reports.delete(place);
        return void this.#counts.delete(place);
      case 'jump':
        this.#ownClock += (this.#random.int(5) - 2) * DAY_MS;
    }
  }

  #register(branch: SimulatedBranchId, place: string): void {
    const count = this.#counts.get(place);
    const next = count && nextQueueNumber(count);
    if (!next) return;
    this.#counts.set(place, { ...count, ...next.count });
    const called = `${next.turn} at ${branch} on ${bogotaDay(this.#now)}`;
    if (this.#seen.has(called)) this.problems.push(`two people are ${called}`);
    this.#seen.add(called);
    this.given += 1;
  }

  #report(place: string, deviceId: string): void {
    const begun = { ...NO_QUEUE_NUMBERS, deviceId, counterId: `counter ${(this.#counters += 1)}` };
    const count = this.#counts.get(place) ?? begun;
    this.#counts.set(place, count);
    this.#reports.set(place, { counter: count, asked: count, answer: null });
  }

  #handle(branch: SimulatedBranchId, place: string): void {
    const report = this.#reports.get(place);
    if (!report || report.answer) return;
    const known = `${branch} ${this.#rules.knownBy(report.counter)}`;
    const letters = this.#letters.get(known) ?? String.fromCharCode(65 + this.#letters.size);
    this.#letters.set(known, letters);
    report.answer = { letters, today: bogotaDay(this.#now) };
  }

  #hear(place: string): void {
    const [report, count] = [this.#reports.get(place), this.#counts.get(place)];
    if (!report?.answer || count?.counterId !== report.counter.counterId) return;
    const { letters, today } = report.answer;
    const told = this.#rules.told(report.asked, count);
    const said = { letters, today: this.#rules.dayHeard(today, this.#ownClock), told };
    this.#counts.set(place, { ...count, ...this.#rules.afterReport(count, said) });
    this.#reports.delete(place);
  }
}

export function simulateQueueNumbers(seed: number, rules: Partial<QueueNumberRules> = {}) {
  const history = new QueueNumberHistory(seed, { ...CORRECT_QUEUE_NUMBER_RULES, ...rules });
  history.run();
  return { problems: history.problems, given: history.given };
}

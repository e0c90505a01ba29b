import type { Random } from './random.ts';

/** Owner of a step: a window, the service worker or the server. Its pending steps are dropped when it is killed. */
export interface SimulatedProcess {
  readonly name: string;
}

interface Step {
  readonly by: SimulatedProcess;
  readonly what: string;
  readonly run: () => void;
}

const RESOLVED_PROMISE = Promise.resolve();
/**
 * Number of promise turns after each step, in which the drain's nested promises reach its next step. A larger number is
 * harmless; a smaller one only changes the order of the steps.
 */
const TICKS_AFTER_STEP = 3;
/** Number of promise turns without a new step after which the simulation is idle. */
const TICKS_UNTIL_IDLE = 40;

/**
 * Steps that take time: disk writes, responses, crashes. They wait until a random choice runs them, so that their order depends
 * on the seed and not on the machine. A step runs completely, as a transaction does.
 */
export class StepQueue {
  #waiting: Step[] = [];
  readonly #gone = new WeakSet<SimulatedProcess>();
  readonly #random: Random;
  readonly #told: ((line: string) => void) | null;

  constructor(random: Random, told: ((line: string) => void) | null) {
    this.#random = random;
    this.#told = told;
  }

  queueStep(by: SimulatedProcess, what: string, run: () => void): void {
    if (!this.#gone.has(by)) this.#waiting.push({ by, what, run });
  }

  /** Queues work as a step, and returns the result of the work once the step is chosen. */
  runAsStep<Result>(by: SimulatedProcess, what: string, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queueStep(by, what, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Ends a process between two steps: drops its pending steps and starts no more steps of this process. */
  end(by: SimulatedProcess): void {
    this.#gone.add(by);
    this.drop(by);
  }

  drop(by: SimulatedProcess): void {
    this.#waiting = this.#waiting.filter((step) => step.by !== by);
  }

  /** Runs one randomly chosen step. Returns false if none is pending. */
  async runStep(): Promise<boolean> {
    for (let turns = 0; this.#waiting.length === 0; turns += 1) {
      if (turns === TICKS_UNTIL_IDLE) return false;
      await RESOLVED_PROMISE;
    }
    const at = this.#random.int(this.#waiting.length);
    const [step] = this.#waiting.splice(at, 1);
    this.#told?.(`${step?.by.name ?? ''}: ${step?.what ?? ''}`);
    step?.run();
    for (let turns = 0; turns < TICKS_AFTER_STEP; turns += 1) await RESOLVED_PROMISE;
    return true;
  }
}

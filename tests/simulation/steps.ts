import type { Random } from './random.ts';

/** Owner of a step: a window, the service worker or the server. Its steps end when it dies. */
export interface Party {
  readonly name: string;
}

interface Step {
  readonly by: Party;
  readonly what: string;
  readonly run: () => void;
}

/** Promise for awaiting one turn of the promise queue. */
const TURN = Promise.resolve();
/**
 * Depth at which the drain's promises nest between two steps; a larger number is harmless, a smaller one only changes the
 * order.
 */
const TURNS_AFTER_A_STEP = 3;
/** Number of turns without a new step after which no work is in progress. */
const TURNS_UNTIL_IDLE = 40;

/**
 * Steps that take time and wait until a random choice runs them: the order of two disk writes, responses or crashes is drawn,
 * never measured. A step runs completely, as a transaction does.
 */
export class Steps {
  #waiting: Step[] = [];
  readonly #gone = new WeakSet<Party>();
  readonly #random: Random;
  readonly #told: ((line: string) => void) | null;

  constructor(random: Random, told: ((line: string) => void) | null) {
    this.#random = random;
    this.#told = told;
  }

  later(by: Party, what: string, run: () => void): void {
    if (!this.#gone.has(by)) this.#waiting.push({ by, what, run });
  }

  /** Returns the result of work that runs when its step is drawn. */
  turn<Result>(by: Party, what: string, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.later(by, what, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Ends a party between two steps: its pending steps are dropped, and it starts no more. */
  end(by: Party): void {
    this.#gone.add(by);
    this.drop(by);
  }

  /** Drops the pending steps of a party that stays alive. */
  drop(by: Party): void {
    this.#waiting = this.#waiting.filter((step) => step.by !== by);
  }

  /** Runs one step. Returns false if no work is in progress. */
  async take(): Promise<boolean> {
    for (let turns = 0; this.#waiting.length === 0; turns += 1) {
      if (turns === TURNS_UNTIL_IDLE) return false;
      await TURN;
    }
    const at = this.#random.below(this.#waiting.length);
    const [step] = this.#waiting.splice(at, 1);
    this.#told?.(`${step?.by.name ?? ''}: ${step?.what ?? ''}`);
    step?.run();
    for (let turns = 0; turns < TURNS_AFTER_A_STEP; turns += 1) await TURN;
    return true;
  }
}

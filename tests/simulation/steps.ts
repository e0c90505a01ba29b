import type { Random } from './random.ts';

/** Whoever a step belongs to: a window, the worker, the provider. When it dies its steps go with it. */
export interface Party {
  readonly name: string;
}

interface Step {
  readonly by: Party;
  readonly what: string;
  readonly run: () => void;
}

/** One turn of the promises that are due. */
const TURN = Promise.resolve();
/** As deep as the drain's promises nest between two steps; more is harmless, less only changes the order. */
const TURNS_AFTER_A_STEP = 3;
/** Nothing is under way when as many turns brought no step. */
const TURNS_UNTIL_IDLE = 40;

/**
 * Everything that takes time stands here until chance takes it: which of two disk writes, answers or crashes comes
 * first is drawn, never measured. A step runs whole, as a transaction does.
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

  /** The result of work that is done when its turn has come. */
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

  /** The party dies between two steps: what it waited for is never heard of, and it begins nothing any more. */
  end(by: Party): void {
    this.#gone.add(by);
    this.drop(by);
  }

  /** What the party had under way breaks off; it lives on. */
  drop(by: Party): void {
    this.#waiting = this.#waiting.filter((step) => step.by !== by);
  }

  /** Takes one step. False when nothing is under way. */
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

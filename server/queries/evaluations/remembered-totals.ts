import type { Question } from './question.ts';

/** A total that took long to count. */
export interface Remembered {
  /** The fold that it was counted after: changes since then are still told one by one. */
  readonly fold: string;
  /** The total without what had changed since that fold. */
  readonly base: number;
  readonly untold: number;
}

const REMEMBERED_MAX = 2_000;

/** Totals of searches, the latest asked ones; of this program alone, and of one database. Each is checked with every use. */
export class RememberedTotals {
  readonly #totals = new Map<string, Remembered>();

  /** What so many or fewer persons answer to is counted each time. */
  readonly fewPersons: number;

  constructor(fewPersons = 2_000) {
    this.fewPersons = fewPersons;
  }

  get(question: Question): Remembered | undefined {
    const key = keyOf(question);
    const known = this.#totals.get(key);
    if (known) this.#keep(key, known);
    return known;
  }

  set(question: Question, counted: Remembered): void {
    this.#keep(keyOf(question), counted);
  }

  #keep(key: string, counted: Remembered): void {
    this.#totals.delete(key);
    this.#totals.set(key, counted);
    const [oldest] = this.#totals.keys();
    if (this.#totals.size > REMEMBERED_MAX && oldest !== undefined) this.#totals.delete(oldest);
  }
}

/** All pages of a question have one total, in whichever order. */
const keyOf = ({ offset: _offset, size: _size, oldestFirst: _order, ...asked }: Question): string =>
  JSON.stringify(Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1)));

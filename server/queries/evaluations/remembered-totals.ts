import type { ListCriteria } from './question.ts';

/** Cached total that took long to count. */
export interface RememberedTotal {
  /** Last fold before the count. Changes since that fold are still stored individually. */
  readonly fold: string;
  /** Total without the changes since that fold. */
  readonly base: number;
  readonly untold: number;
}

const REMEMBERED_MAX = 2_000;

/**
 * Cache of the most recently requested search totals, for this process and one database. Each total is checked at every use.
 */
export class RememberedTotals {
  readonly #totals = new Map<string, RememberedTotal>();

  /** Searches that match at most this many patients are counted each time. */
  readonly fewPersons: number;

  constructor(fewPersons = 2_000) {
    this.fewPersons = fewPersons;
  }

  get(question: ListCriteria): RememberedTotal | undefined {
    const key = keyOf(question);
    const known = this.#totals.get(key);
    if (known) this.#keep(key, known);
    return known;
  }

  set(question: ListCriteria, counted: RememberedTotal): void {
    this.#keep(keyOf(question), counted);
  }

  #keep(key: string, counted: RememberedTotal): void {
    this.#totals.delete(key);
    this.#totals.set(key, counted);
    const [oldest] = this.#totals.keys();
    if (this.#totals.size > REMEMBERED_MAX && oldest !== undefined) this.#totals.delete(oldest);
  }
}

/** Returns the same key for all pages and both orders of a query, because they have the same total. */
const keyOf = ({ offset: _offset, size: _size, oldestFirst: _order, ...requested }: ListCriteria): string =>
  JSON.stringify(Object.entries(requested).toSorted(([a], [b]) => (a < b ? -1 : 1)));

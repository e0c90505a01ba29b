import type { ListCriteria } from './list-criteria.ts';

export interface CachedTotal {
  /**
   * Id of the newest run when this total was counted. A run adds changes to the stored counts; changes that no run has added
   * yet are single rows.
   */
  readonly fold: string;
  /** Total that omits the changes made after the run whose id is in `fold`. */
  readonly base: number;
  readonly untold: number;
}

const MAX_CACHED_TOTALS = 2_000;

/**
 * Cache of the total numbers of matches of recent searches, for this process and one database. At every use, the caller must
 * check that the total is still valid.
 */
export class RememberedTotals {
  readonly #totals = new Map<string, CachedTotal>();

  /** Searches that match at most this many patients are not cached; their matches are counted each time. */
  readonly fewPersons: number;

  constructor(fewPersons = 2_000) {
    this.fewPersons = fewPersons;
  }

  get(question: ListCriteria): CachedTotal | undefined {
    const key = totalCacheKey(question);
    const known = this.#totals.get(key);
    if (known) this.#keep(key, known);
    return known;
  }

  set(question: ListCriteria, counted: CachedTotal): void {
    this.#keep(totalCacheKey(question), counted);
  }

  #keep(key: string, counted: CachedTotal): void {
    this.#totals.delete(key);
    this.#totals.set(key, counted);
    const [oldest] = this.#totals.keys();
    if (this.#totals.size > MAX_CACHED_TOTALS && oldest !== undefined) this.#totals.delete(oldest);
  }
}

/** Returns a cache key that is the same for all pages and both orders of a query, because their total is the same. */
const totalCacheKey = ({
  offset: _offset,
  size: _size,
  oldestFirst: _order,
  ...requested
}: ListCriteria): string =>
  JSON.stringify(Object.entries(requested).toSorted(([a], [b]) => (a < b ? -1 : 1)));

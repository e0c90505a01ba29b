import { AppError } from './errors.ts';

const RETRY_AFTER_SECONDS = 3;

export interface ByteBudgetLimits {
  readonly perUser: number;
  readonly total: number;
  /** Minimum number of bytes counted for a request, because even a small request uses memory for its connection. */
  readonly least: number;
}

const noop = (): void => undefined;

/**
 * Limits the bytes of large requests and responses in memory, for each user and in total. A single request is always accepted:
 * the limit per user does not apply while the user has no bytes in memory, and the total limit does not apply while no bytes
 * are in memory.
 */
export class ByteBudget {
  readonly #limits: ByteBudgetLimits;
  readonly #ofUser = new Map<string, number>();
  #total = 0;

  constructor(limits: ByteBudgetLimits) {
    this.#limits = limits;
  }

  get held(): number {
    return this.#total;
  }

  /**
   * Reserves bytes.
   * @returns a function that releases the bytes; later calls of it have no effect
   * @throws rate_limited or unavailable, with the seconds to wait
   */
  reserve(userId: string, announced: number): () => void {
    const bytes = Math.max(announced, this.#limits.least);
    const held = this.#ofUser.get(userId) ?? 0;
    const retryAfter = RETRY_AFTER_SECONDS;
    if (held > 0 && held + bytes > this.#limits.perUser)
      throw new AppError('rate_limited', 'Hay muchos datos en camino. Intenta de nuevo en unos segundos.', {
        retryAfter,
      });
    if (this.#total > 0 && this.#total + bytes > this.#limits.total)
      throw new AppError('unavailable', 'El servicio está ocupado. Intenta de nuevo en unos segundos.', {
        retryAfter,
      });
    return this.hold(userId, bytes);
  }

  /**
   * Counts bytes that are already in memory. Never throws, even beyond the limit.
   * @returns a function that releases the bytes; later calls of it have no effect
   */
  hold(userId: string, bytes: number): () => void {
    this.#add(userId, bytes);
    let releaseBytes = () => {
      releaseBytes = noop;
      this.#add(userId, -bytes);
    };
    return () => releaseBytes();
  }

  #add(userId: string, bytes: number): void {
    const held = (this.#ofUser.get(userId) ?? 0) + bytes;
    if (held === 0) this.#ofUser.delete(userId);
    else this.#ofUser.set(userId, held);
    this.#total += bytes;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { makeFiles } from '#tests/fuzz/files.ts';
import { makeWorld } from '#tests/fuzz/world.ts';
import { Client } from '#tests/load/client.ts';
import { type Baseline, countAll } from '#tests/load/verify.ts';
import { type Acknowledged, type Clinic, runVisit } from '#tests/load/visits.ts';
import type { Cluster } from './cluster.ts';

/** As the app waits for an answer (src/network/client.ts). */
const PATIENCE_MS = 15_000;

/** What a failure was like for the desks. */
export interface Felt {
  readonly visits: number;
  readonly seconds: number;
  /** The longest time in which nothing was confirmed to anybody. */
  readonly silenceMs: number;
  /** The longest from the first attempt of a visit's call to its confirmation. */
  readonly slowestMs: number;
  /** Attempts that were answered 429 or 5xx, or 409 because the same key was still at work. */
  readonly refused: number;
  /** Attempts that broke or that nobody answered. */
  readonly unanswered: number;
}

/** Desks that go on registering whatever happens, and what was confirmed to them. */
export class Tablets {
  readonly before: Baseline;
  readonly confirmed: Acknowledged[] = [];
  readonly #clinic: Omit<Clinic, 'client' | 'onAnswer'>;
  readonly #origin: string;
  readonly #count: number;
  #number = 0;

  private constructor(
    before: Baseline,
    clinic: Omit<Clinic, 'client' | 'onAnswer'>,
    origin: string,
    count: number,
  ) {
    this.before = before;
    this.#clinic = clinic;
    this.#origin = origin;
    this.#count = count;
  }

  static async at({ pool, balancer, origin }: Cluster, count: number): Promise<Tablets> {
    const files = await makeFiles();
    const target = { port: balancer.port, pool, memory: () => null, log: () => '' };
    const world = await makeWorld(target, files);
    return new Tablets(await countAll(pool), { world, files }, origin, count);
  }

  /**
   * So many visits, begun evenly over the time; those that a failure holds up come after it. Without a time as fast as it goes.
   * @param meanwhile what happens to the cluster; told how to wait until a share of the visits has begun
   */
  async register(visits: number, overMs: number, meanwhile: () => Promise<unknown>): Promise<Felt> {
    const record = new Record();
    const began = Date.now();
    const first = this.#number;
    this.#number += visits;
    let next = 0;
    const tablet = async () => {
      for (let number = next++; number < visits; number = next++) {
        await pause(Math.max(0, began + (number / visits) * overMs - Date.now()));
        this.confirmed.push(await this.#visit(first + number, record));
      }
    };
    const happening = meanwhile();
    // Told below, once everybody is through: the cluster has to be ended in order.
    happening.catch(() => undefined);
    await Promise.all(Array.from({ length: this.#count }, tablet));
    record.end();
    const seconds = (Date.now() - began) / 1_000;
    await happening;
    return { visits, seconds, ...record.felt };
  }

  #visit(number: number, record: Record): Promise<Acknowledged> {
    const began = { at: Date.now() };
    const client = new Client(this.#origin, PATIENCE_MS, record.failed);
    const onAnswer = () => {
      record.confirmed(began.at);
      began.at = Date.now();
    };
    return runVisit({ ...this.#clinic, client, onAnswer }, number);
  }
}

class Record {
  #last = Date.now();
  #silenceMs = 0;
  #slowestMs = 0;
  #refused = 0;
  #unanswered = 0;

  failed = (status: number | null): void => {
    if (status === null) this.#unanswered += 1;
    else this.#refused += 1;
  };

  confirmed(since: number): void {
    this.end();
    this.#slowestMs = Math.max(this.#slowestMs, Date.now() - since);
  }

  end(): void {
    const now = Date.now();
    this.#silenceMs = Math.max(this.#silenceMs, now - this.#last);
    this.#last = now;
  }

  get felt(): Pick<Felt, 'silenceMs' | 'slowestMs' | 'refused' | 'unanswered'> {
    return {
      silenceMs: this.#silenceMs,
      slowestMs: this.#slowestMs,
      refused: this.#refused,
      unanswered: this.#unanswered,
    };
  }
}

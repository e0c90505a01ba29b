import { setTimeout as pause } from 'node:timers/promises';
import { makeFuzzFiles } from '#tests/fuzz/files.ts';
import { makeWorld } from '#tests/fuzz/world.ts';
import { RetryingClient } from '#tests/load/client.ts';
import { type Baseline, countBaselineRows } from '#tests/load/verify.ts';
import { type AcknowledgedVisit, type LoadVisitContext, runVisit } from '#tests/load/visits.ts';
import type { Cluster } from './cluster.ts';

/** Time limit of a request in ms, the same as in the app (src/network/transport.ts). */
const CALL_TIMEOUT_MS = 15_000;

/** Effect of a failure as the tablets observe it. */
export interface FailureEffect {
  readonly visits: number;
  readonly seconds: number;
  /** Longest period in ms in which no tablet got a confirmation. */
  readonly silenceMs: number;
  /** Longest time in ms from the first attempt of a call to its confirmation. */
  readonly slowestMs: number;
  /** Number of attempts with status 429 or 5xx, or with 409 because an attempt with the same key was still in progress. */
  readonly refused: number;
  /** Number of attempts whose connection broke or which got no response. */
  readonly unanswered: number;
}

/** Simulated tablets that keep registering during failures, and the evaluations that the server confirmed to them. */
export class Tablets {
  readonly before: Baseline;
  readonly confirmed: AcknowledgedVisit[] = [];
  readonly #clinic: Omit<LoadVisitContext, 'client' | 'onAnswer'>;
  readonly #origin: string;
  readonly #count: number;
  #number = 0;

  private constructor(
    before: Baseline,
    clinic: Omit<LoadVisitContext, 'client' | 'onAnswer'>,
    origin: string,
    count: number,
  ) {
    this.before = before;
    this.#clinic = clinic;
    this.#origin = origin;
    this.#count = count;
  }

  static async at({ pool, balancer, origin }: Cluster, count: number): Promise<Tablets> {
    const files = await makeFuzzFiles();
    const target = { port: balancer.port, pool, memory: () => null, log: () => '' };
    const world = await makeWorld(target, files);
    return new Tablets(await countBaselineRows(pool), { world, files }, origin, count);
  }

  /**
   * Makes `visits` visits whose starts are spread evenly over `overMs`; 0 means as fast as possible. A visit that a failure
   * delays starts later.
   * @param change changes the cluster during the visits
   */
  async register(visits: number, overMs: number, change: () => Promise<unknown>): Promise<FailureEffect> {
    const record = new FailureEffectMeter();
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
    const happening = change();
    // An error of `change` is reported only after all visits (see `await` below), because the cluster must not stop during a
    // visit.
    happening.catch(() => undefined);
    await Promise.all(Array.from({ length: this.#count }, tablet));
    record.end();
    const seconds = (Date.now() - began) / 1_000;
    await happening;
    return { visits, seconds, ...record.felt };
  }

  #visit(number: number, record: FailureEffectMeter): Promise<AcknowledgedVisit> {
    const began = { at: Date.now() };
    const client = new RetryingClient(this.#origin, CALL_TIMEOUT_MS, record.failed);
    const onResponse = () => {
      record.recordConfirmation(began.at);
      began.at = Date.now();
    };
    return runVisit({ ...this.#clinic, client, onAnswer: onResponse }, number);
  }
}

class FailureEffectMeter {
  #last = Date.now();
  #silenceMs = 0;
  #slowestMs = 0;
  #refused = 0;
  #unanswered = 0;

  failed = (status: number | null): void => {
    if (status === null) this.#unanswered += 1;
    else this.#refused += 1;
  };

  recordConfirmation(since: number): void {
    this.end();
    this.#slowestMs = Math.max(this.#slowestMs, Date.now() - since);
  }

  end(): void {
    const now = Date.now();
    this.#silenceMs = Math.max(this.#silenceMs, now - this.#last);
    this.#last = now;
  }

  get felt(): Pick<FailureEffect, 'silenceMs' | 'slowestMs' | 'refused' | 'unanswered'> {
    return {
      silenceMs: this.#silenceMs,
      slowestMs: this.#slowestMs,
      refused: this.#refused,
      unanswered: this.#unanswered,
    };
  }
}

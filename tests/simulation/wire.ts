import type { SendResult } from '#domain/outbox/outcome.ts';
import { errorResult, type ModelServer, type SentItem } from './model/model-server.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess, StepQueue } from './steps.ts';

/**
 * Result of a request on the simulated connection. After each of the first five results, the sender does not know whether the
 * server has executed the request.
 */
export type RequestFate =
  | 'cut_after'
  | 'truncated'
  | 'given_up'
  | 'cut_before'
  | 'portal'
  | 'corrupted'
  | 'busy'
  | 'limited'
  | 'bare'
  | 'passes';

export type FateProbabilities = Readonly<Record<RequestFate, number>>;

const NO_FAULTS: FateProbabilities = {
  cut_after: 0,
  truncated: 0,
  given_up: 0,
  cut_before: 0,
  portal: 0,
  corrupted: 0,
  busy: 0,
  limited: 0,
  bare: 0,
  passes: 1,
};

export const CONNECTION_PROFILES: Readonly<Record<string, FateProbabilities>> = {
  calm: NO_FAULTS,
  shaky: {
    ...NO_FAULTS,
    cut_after: 2,
    truncated: 1,
    given_up: 1,
    cut_before: 2,
    corrupted: 1,
    busy: 1,
    passes: 6,
  },
  stormy: {
    cut_after: 3,
    truncated: 2,
    given_up: 2,
    cut_before: 3,
    portal: 1,
    corrupted: 2,
    busy: 2,
    limited: 1,
    bare: 1,
    passes: 2,
  },
  fenced: { ...NO_FAULTS, bare: 3, cut_after: 3, passes: 3 },
  lost: { ...NO_FAULTS, bare: 1, passes: 0 },
  portal: { ...NO_FAULTS, portal: 1, passes: 0 },
  overloaded: { ...NO_FAULTS, busy: 3, limited: 2, passes: 2 },
  silent: { ...NO_FAULTS, cut_before: 1, passes: 0 },
};

const NO_RESPONSE: SendResult = { type: 'silence', cause: 'no_answer' };
/** Statuses that a proxy sends without the error body. The server has not received the request then. */
const STATUSES_WITHOUT_BODY = [400, 403, 404, 413] as const;
const createBareRejection = (status: number): SendResult => ({
  type: 'error',
  refusal: { status, code: null, message: '', details: [] },
  retryAfter: null,
});
const MAX_RETRY_AFTER_S = 120;

interface RequestInFlight {
  readonly by: SimulatedProcess;
  readonly hear: (result: SendResult) => void;
}

export class SimulatedNetwork {
  weather: FateProbabilities = NO_FAULTS;
  readonly provider: ModelServer;
  readonly #atProvider: SimulatedProcess = { name: 'provider' };
  readonly #flights = new Set<RequestInFlight>();
  readonly #steps: StepQueue;
  readonly #random: Random;
  readonly #seen: (item: SentItem) => void;

  constructor(server: ModelServer, steps: StepQueue, random: Random, seen: (item: SentItem) => void) {
    this.provider = server;
    this.#steps = steps;
    this.#random = random;
    this.#seen = seen;
  }

  get isOpen(): boolean {
    return this.weather.passes > 0;
  }

  /** Kills the server (SIGKILL): waiting senders get no response, and work that has not ended is not committed. */
  killProvider(): void {
    this.#steps.drop(this.#atProvider);
    this.provider.restart();
    for (const flight of this.#flights) this.#tell(flight, NO_RESPONSE);
  }

  send(by: SimulatedProcess, item: SentItem, token: string | null): Promise<SendResult> {
    this.#seen(item);
    return new Promise((resolve) => {
      const flight: RequestInFlight = { by, hear: resolve };
      this.#flights.add(flight);
      this.#meet(this.#random.pickWeighted(this.weather), flight, () => this.provider.begin(item, token));
    });
  }

  #meet(fate: RequestFate, flight: RequestInFlight, begin: () => ReturnType<ModelServer['begin']>): void {
    const deliver = (receive: (result: SendResult) => void) => this.#arrive(begin, receive);
    switch (fate) {
      case 'passes':
        return deliver((result) => this.#tell(flight, result));
      case 'cut_after':
        return deliver(() => this.#tell(flight, NO_RESPONSE));
      case 'truncated':
        return deliver((result) =>
          this.#tell(flight, result.type === 'accepted' ? { type: 'foreign' } : result),
        );
      case 'given_up':
        // The sender no longer waits, but the request may still arrive and be executed.
        deliver(() => undefined);
        return this.#tell(flight, { type: 'silence', cause: 'timeout' });
      case 'cut_before':
        return this.#tell(flight, NO_RESPONSE);
      case 'portal':
        return this.#tell(flight, { type: 'foreign' });
      case 'corrupted':
        return this.#tell(flight, errorResult('digest_mismatch'));
      case 'busy':
        return this.#tell(flight, errorResult('unavailable', this.#retryAfter()));
      case 'bare':
        return this.#tell(flight, createBareRejection(this.#random.pick(STATUSES_WITHOUT_BODY) ?? 400));
      case 'limited':
        return this.#tell(flight, errorResult('rate_limited', this.#retryAfter()));
    }
  }

  #retryAfter(): number | null {
    return this.#random.percent(50) ? this.#random.int(MAX_RETRY_AFTER_S) * 1_000 : null;
  }

  #arrive(begin: () => ReturnType<ModelServer['begin']>, receive: (result: SendResult) => void): void {
    this.#steps.queueStep(this.#atProvider, 'a request arrives', () => {
      const handling = begin();
      if (handling.type === 'answered') return receive(handling.result);
      this.#steps.queueStep(this.#atProvider, 'commits', () => receive(handling.commit()));
    });
  }

  #tell(flight: RequestInFlight, result: SendResult): void {
    const said = result.type === 'error' ? (result.refusal.code ?? '') : result.type;
    this.#steps.queueStep(flight.by, `hears ${said}`, () => {
      if (this.#flights.delete(flight)) flight.hear(result);
    });
  }
}

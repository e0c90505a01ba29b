import {
  canSendNext,
  concurrencyAfter,
  INITIAL_CONCURRENCY,
  type RequestSample,
  type ConcurrencyEstimate,
} from '#domain/outbox/concurrency.ts';

/** Request that is ready to be sent. */
export interface OutgoingRequest {
  /** Size of its content in bytes. */
  readonly size: number;
  readonly isFile: boolean;
  /** Time limit of the request in milliseconds. */
  readonly patience: number;
}

export type RecordOutcome = (outcome: RequestSample['outcome']) => void;

/** Approximate bytes of a request's head and of the framing of a file. */
const ENVELOPE = 1_500;

interface Waiting {
  readonly freight: OutgoingRequest;
  readonly go: () => void;
}

/**
 * Outbox requests in flight, as many at once as the connection allows. The others wait in the order in which they came,
 * evaluations before files (S12).
 */
export class RequestLimiter {
  private pace: ConcurrencyEstimate = INITIAL_CONCURRENCY;
  private readonly travelling = new Set<OutgoingRequest>();
  private readonly waiting: Waiting[] = [];
  private answered = 0;
  private readonly now: () => number;
  private readonly isMultiplexed: () => boolean;

  constructor(now: () => number, isMultiplexed: () => boolean = () => false) {
    this.now = now;
    this.isMultiplexed = isMultiplexed;
  }

  get count(): number {
    return this.travelling.size;
  }

  /**
   * Runs the work as soon as one more request may be in flight. The work reports the outcome for the connection as soon as it
   * is known, and may continue after that.
   */
  async use<Result>(
    { size, ...given }: OutgoingRequest,
    work: (note: RecordOutcome) => Promise<Result>,
  ): Promise<Result> {
    const freight = { size: size + ENVELOPE, ...given };
    await this.turnOf(freight);
    const [since, before] = [this.now(), this.answered];
    try {
      return await work((outcome) => this.note(freight, outcome, this.now() - since, before));
    } finally {
      this.travelling.delete(freight);
      this.letGo();
    }
  }

  private turnOf(freight: OutgoingRequest): Promise<void> {
    return new Promise((go) => {
      const firstFile = freight.isFile ? -1 : this.waiting.findIndex(({ freight: other }) => other.isFile);
      this.waiting.splice(firstFile < 0 ? this.waiting.length : firstFile, 0, { freight, go });
      this.letGo();
    });
  }

  private letGo(): void {
    for (let [next] = this.waiting; next && this.mayGo(next.freight); [next] = this.waiting) {
      this.waiting.shift();
      this.travelling.add(next.freight);
      next.go();
    }
  }

  private mayGo({ size: next, patience }: OutgoingRequest): boolean {
    const sizes = [...this.travelling].map(({ size }) => size);
    return canSendNext(this.pace, { sizes, next, patience, isMultiplexed: this.isMultiplexed() });
  }

  private note(
    { size }: OutgoingRequest,
    outcome: RequestSample['outcome'],
    took: number,
    before: number,
  ): void {
    if (outcome === 'answered') this.answered += size;
    const answeredMeanwhile = this.answered - before;
    this.pace = concurrencyAfter(this.pace, { size, took, answeredMeanwhile, outcome });
  }
}

import {
  canSendNext,
  updateConcurrencyEstimate,
  INITIAL_CONCURRENCY_ESTIMATE,
  type RequestSample,
  type ConcurrencyEstimate,
} from '#domain/outbox/concurrency.ts';

export interface OutgoingRequest {
  /** Size of the content, bytes. */
  readonly size: number;
  readonly isFile: boolean;
  /** Time limit of the request, ms. */
  readonly patience: number;
}

export type OutcomeRecorder = (outcome: RequestSample['outcome']) => void;

/** Approximate size of request headers and multipart framing, bytes. */
const REQUEST_OVERHEAD_BYTES = 1_500;

interface WaitingRequest {
  readonly freight: OutgoingRequest;
  readonly go: () => void;
}

/**
 * Limits how many outbox requests are in flight to the number that the connection allows. Other requests wait in order of
 * arrival, evaluations before files (S12).
 */
export class RequestLimiter {
  private pace: ConcurrencyEstimate = INITIAL_CONCURRENCY_ESTIMATE;
  private readonly travelling = new Set<OutgoingRequest>();
  private readonly waiting: WaitingRequest[] = [];
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
   * Runs the work as soon as the limit allows another request. The outcome that the work reports adjusts the limit; the request
   * counts as in flight until the work has ended.
   */
  async use<Result>(
    { size, ...given }: OutgoingRequest,
    work: (note: OutcomeRecorder) => Promise<Result>,
  ): Promise<Result> {
    const freight = { size: size + REQUEST_OVERHEAD_BYTES, ...given };
    await this.waitForSlot(freight);
    const [since, before] = [this.now(), this.answered];
    try {
      return await work((outcome) => this.note(freight, outcome, this.now() - since, before));
    } finally {
      this.travelling.delete(freight);
      this.startWaiting();
    }
  }

  private waitForSlot(freight: OutgoingRequest): Promise<void> {
    return new Promise((go) => {
      const firstFile = freight.isFile ? -1 : this.waiting.findIndex(({ freight: other }) => other.isFile);
      this.waiting.splice(firstFile < 0 ? this.waiting.length : firstFile, 0, { freight, go });
      this.startWaiting();
    });
  }

  private startWaiting(): void {
    for (let [next] = this.waiting; next && this.canStart(next.freight); [next] = this.waiting) {
      this.waiting.shift();
      this.travelling.add(next.freight);
      next.go();
    }
  }

  private canStart({ size: next, patience }: OutgoingRequest): boolean {
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
    this.pace = updateConcurrencyEstimate(this.pace, { size, took, answeredMeanwhile, outcome });
  }
}

/** Maximum number of operations per transaction. It is small, because after a failure each operation is retried separately. */
const MAX_OPERATIONS_PER_TRANSACTION = 16;
/** Number of waiting operations that start a transaction immediately. */
const IMMEDIATE_START_COUNT = 8;
/**
 * Minimum time between the starts of two transactions if fewer than `IMMEDIATE_START_COUNT` operations wait, ms. One transaction for many
 * operations costs about as much as for one. Users do not notice the delay.
 */
const TRANSACTION_INTERVAL_MS = 40;

/** Executes all operations in one transaction, and returns the results in the same order once they are durable. */
type Transact<Operation, ApiResponse> = (group: readonly Operation[]) => Promise<readonly ApiResponse[]>;

interface WaitingOperation<Operation, ApiResponse> {
  readonly operation: Operation;
  readonly answer: (answer: ApiResponse) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Groups operations that are requested during a transaction or shortly after its start into the next one, because only one
 * transaction writes at a time and each waits for the disk (S2). Each operation resolves once it is durable; a failing one does
 * not affect the others.
 */
export class TransactionBatcher<Operation, ApiResponse> {
  private readonly transact: Transact<Operation, ApiResponse>;
  private readonly waiting: WaitingOperation<Operation, ApiResponse>[] = [];
  private running = false;
  private begun = Number.NEGATIVE_INFINITY;
  private hasCompany = (): void => undefined;

  /** `transact` must have no effects outside the database, because it may be rolled back and repeated. */
  constructor(transact: Transact<Operation, ApiResponse>) {
    this.transact = transact;
  }

  readonly ask = (operation: Operation): Promise<ApiResponse> =>
    new Promise((answer, fail) => {
      this.waiting.push({ operation, answer, fail });
      if (!this.running) void this.runAll();
      else if (this.waiting.length >= IMMEDIATE_START_COUNT) this.hasCompany();
    });

  private async runAll(): Promise<void> {
    this.running = true;
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const left = this.begun + TRANSACTION_INTERVAL_MS - performance.now();
      if (left > 0 && this.waiting.length < IMMEDIATE_START_COUNT) await this.company(left);
      this.begun = performance.now();
      await this.runGroup(this.waiting.splice(0, MAX_OPERATIONS_PER_TRANSACTION));
    }
    this.running = false;
  }

  private company(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.hasCompany = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async runGroup(group: readonly WaitingOperation<Operation, ApiResponse>[]): Promise<void> {
    try {
      const answers = await this.transact(group.map(({ operation }) => operation));
      for (const [nth, { answer }] of group.entries()) answer(answers[nth] as ApiResponse);
    } catch (error) {
      if (group.length === 1) group[0]?.fail(error);
      else for (const one of group) await this.runGroup([one]);
    }
  }
}

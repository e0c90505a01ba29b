/** So many wait for one commit at most: what fails in a transaction is tried again alone. */
const LARGEST = 16;

type Transact = (work: () => Promise<void>) => Promise<void>;

interface Asked {
  /** Inside the transaction; answers what to do once it is durable. */
  readonly work: () => Promise<() => void>;
  readonly fail: (error: unknown) => void;
}

/**
 * Operations that are asked for while a transaction is under way share the next one: one writes at a time, and each
 * transaction waits for the disk (S2). An operation answers when it is durable; one that fails takes no other with it.
 */
export class SharedTransaction {
  private readonly transact: Transact;
  private readonly asked: Asked[] = [];
  private running = false;

  constructor(transact: Transact) {
    this.transact = transact;
  }

  /** `operation` touches nothing but the database: it may run twice, the first time in a transaction that is taken back. */
  readonly run = <Result>(operation: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, fail) => {
      const work = async () => {
        const result = await operation();
        return () => resolve(result);
      };
      this.asked.push({ work, fail });
      if (!this.running) void this.runAll();
    });

  private async runAll(): Promise<void> {
    this.running = true;
    while (this.asked.length > 0) await this.together(this.asked.splice(0, LARGEST));
    this.running = false;
  }

  private async together(group: readonly Asked[]): Promise<void> {
    const answers: (() => void)[] = [];
    try {
      await this.transact(async () => {
        for (const { work } of group) answers.push(await work());
      });
      for (const answer of answers) answer();
    } catch (error) {
      if (group.length === 1) group[0]?.fail(error);
      else for (const one of group) await this.together([one]);
    }
  }
}

/** So many wait for one commit at most: what fails in a transaction is tried again alone. */
const LARGEST = 16;
/** Worth a transaction of their own: they do not wait for others. */
const COMPANY = 8;
/**
 * Fewer wait until the last transaction began so long ago, milliseconds: one of many costs about what one of a single one does.
 * Nobody sees the delay, and what is asked for seldom has none.
 */
const RHYTHM_MS = 40;

/** Does all that is asked in one transaction, and answers in the same order once it is durable. */
type Transact<Asked, Answer> = (group: readonly Asked[]) => Promise<readonly Answer[]>;

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * What is asked for while a transaction is under way, or soon after it began, shares the next one: one writes at a time, and each
 * transaction waits for the disk (S2). Each is answered when it is durable; one that fails takes no other with it.
 */
export class SharedTransaction<Asked, Answer> {
  private readonly transact: Transact<Asked, Answer>;
  private readonly waiting: Waiting<Asked, Answer>[] = [];
  private running = false;
  private begun = Number.NEGATIVE_INFINITY;
  private hasCompany = (): void => undefined;

  /** `transact` touches nothing but the database: what it does may be taken back, and be asked for once more. */
  constructor(transact: Transact<Asked, Answer>) {
    this.transact = transact;
  }

  readonly ask = (asked: Asked): Promise<Answer> =>
    new Promise((answer, fail) => {
      this.waiting.push({ asked, answer, fail });
      if (!this.running) void this.runAll();
      else if (this.waiting.length >= COMPANY) this.hasCompany();
    });

  private async runAll(): Promise<void> {
    this.running = true;
    await Promise.resolve(); // What is asked for in the same turn goes along.
    while (this.waiting.length > 0) {
      const left = this.begun + RHYTHM_MS - performance.now();
      if (left > 0 && this.waiting.length < COMPANY) await this.company(left);
      this.begun = performance.now();
      await this.together(this.waiting.splice(0, LARGEST));
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

  private async together(group: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.transact(group.map(({ asked }) => asked));
      for (const [nth, { answer }] of group.entries()) answer(answers[nth] as Answer);
    } catch (error) {
      if (group.length === 1) group[0]?.fail(error);
      else for (const one of group) await this.together([one]);
    }
  }
}

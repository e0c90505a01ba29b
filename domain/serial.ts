/** Queue of tasks that never overlap: each waits for the previous one, whether it succeeds or fails. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  /** Promise of the task that was added last. */
  get last(): Promise<unknown> {
    return this.#last;
  }

  /** Runs a task; only its caller gets its failure. */
  readonly run = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  };
}

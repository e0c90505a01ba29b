/** Queue of tasks that never overlap: each waits for the previous one, whether it succeeds or fails. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  /** Promise of the task that was added to the queue last. */
  get last(): Promise<unknown> {
    return this.#last;
  }

  /** Runs a task after those already in the queue. If it fails, only its own caller gets the error. */
  readonly run = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  };
}

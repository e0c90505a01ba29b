/** Queue of tasks that run one after the other, whether the previous task succeeds or fails. */
export class SerialTaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  get last(): Promise<unknown> {
    return this.#last;
  }

  /** Runs a task after all tasks that are already in the queue. If the task fails, only its own caller gets the error. */
  readonly run = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  };
}

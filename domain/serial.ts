/** Work that never overlaps: each waits for the one that was asked for before, however that ended. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the work that was asked for last. */
  get last(): Promise<unknown> {
    return this.#last;
  }

  /** A failure reaches whoever asked, and nobody else. */
  readonly run = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  };
}

import type { BrowserContext, Worker } from '@playwright/test';

/** In a page or the worker: `Date` goes wrong by so much. Timers go on, as they do when somebody sets the clock. */
function shiftClock(offset: number): void {
  const scope = globalThis as { chaosDate?: DateConstructor; Date: DateConstructor };
  const Real = (scope.chaosDate ??= scope.Date);
  scope.Date = class extends Real {
    constructor(...given: []) {
      if (given.length === 0) super(Real.now() + offset);
      else super(...given);
    }
    static override now(): number {
      return Real.now() + offset;
    }
  } as DateConstructor;
}

/**
 * The tablet's clock, in all pages and in the service worker, also in those that start later. A worker that has just started
 * goes right for a few milliseconds: so much is between its start and our hearing of it.
 */
export class DeviceClock {
  #offset = 0;

  async follow(context: BrowserContext): Promise<void> {
    context.on('serviceworker', (worker) => void this.#set(worker));
    context.on('page', (page) => {
      page.on('framenavigated', () => {
        // A page that dies or goes on meanwhile has no clock to be set.
        page.evaluate(shiftClock, this.#offset).catch(() => undefined);
      });
    });
    await this.#setAll(context);
  }

  async jump(context: BrowserContext, by: number): Promise<void> {
    this.#offset += by;
    await this.#setAll(context);
  }

  async #setAll(context: BrowserContext): Promise<void> {
    for (const page of context.pages()) await page.evaluate(shiftClock, this.#offset).catch(() => undefined);
    for (const worker of context.serviceWorkers()) await this.#set(worker);
  }

  async #set(worker: Worker): Promise<void> {
    await worker.evaluate(shiftClock, this.#offset).catch(() => undefined);
  }
}

import type { BrowserContext, Worker } from '@playwright/test';

/** Shifts `Date` in a page or worker by `offset` ms. Timers keep running as before, as when a user changes the clock. */
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
 * Clock of the tablet in all pages and the service worker, including those that open later. A worker that has just started has
 * the real time for a few milliseconds, until the test learns of its start.
 */
export class DeviceClock {
  #offset = 0;

  async follow(context: BrowserContext): Promise<void> {
    context.on('serviceworker', (worker) => void this.#set(worker));
    context.on('page', (page) => {
      page.on('framenavigated', () => {
        // Ignores a page that has closed or navigated: its clock is gone.
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

import type { BrowserContext, Worker } from '@playwright/test';

/** Runs in a page or worker. Shifts `Date` by `offset` ms; timers keep running, as when a user changes the clock. */
function setDateOffsetInPage(offset: number): void {
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
 * Clock of the tablet: applies to all pages and the service worker, including those that open later. A worker that has just
 * started has the real time for a few milliseconds, until the test is notified of its start.
 */
export class DeviceClock {
  #offset = 0;

  async follow(context: BrowserContext): Promise<void> {
    context.on('serviceworker', (worker) => void this.#set(worker));
    context.on('page', (page) => {
      page.on('framenavigated', () => {
        // The error is ignored, because the page may have closed or navigated in the meantime. A navigation calls this listener
        // again.
        page.evaluate(setDateOffsetInPage, this.#offset).catch(() => undefined);
      });
    });
    await this.#setAll(context);
  }

  async jump(context: BrowserContext, by: number): Promise<void> {
    this.#offset += by;
    await this.#setAll(context);
  }

  async #setAll(context: BrowserContext): Promise<void> {
    for (const page of context.pages())
      await page.evaluate(setDateOffsetInPage, this.#offset).catch(() => undefined);
    for (const worker of context.serviceWorkers()) await this.#set(worker);
  }

  async #set(worker: Worker): Promise<void> {
    await worker.evaluate(setDateOffsetInPage, this.#offset).catch(() => undefined);
  }
}

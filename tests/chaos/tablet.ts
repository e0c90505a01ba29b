import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { Member } from '#tests/support/provider/clinic.ts';
import { Desk } from '#tests/support/desk/desk.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { Profile } from '#tests/support/browsers/profile.ts';
import { DeviceClock } from './clock.ts';
import type { chaos, Standing } from './page/chaos-page.ts';

type Calls = typeof chaos;

export const SCRIPT = '/chaos/page.js';
/**
 * For longer than the provider counts sign-ins of one account, five minutes, and with growing pauses: one a second would use up those of
 * its address too, which are counted from another moment on.
 */
const SIGN_IN_TRIES = 45;
const LONGEST_BETWEEN_TRIES_MS = 10_000;
/** Retry-After and backoff are over by then, several times. */
const EMPTY_WITHIN_MS = 240_000;
const POLL_MS = 500;
/** A kill has to come while it lasts, more often than not. */
const SLOWER_THAN_TAKING_IN = 3;

/** A tablet with a profile that outlives its browser, and what people and accidents do to it. */
export class Tablet {
  readonly #profile = new Profile();
  readonly #line: FaultProxy;
  readonly #clock = new DeviceClock();
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #databaseMark: string | null = null;

  constructor(line: FaultProxy) {
    this.#line = line;
  }

  get page(): Page {
    if (!this.#page) throw new Error('the tablet is off');
    return this.#page;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the tablet is off');
    return this.#context;
  }

  get desk(): Desk {
    return new Desk(this.page, this.#line.origin);
  }

  async switchOn(): Promise<void> {
    this.#context = await this.#profile.open();
    await this.#clock.follow(this.#context);
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage());
    await this.open(this.#page);
  }

  /** The app's start page, with our script in it before a line goes down. */
  async open(page: Page): Promise<void> {
    await page.goto(`${this.#line.origin}/home`, { waitUntil: 'domcontentloaded' });
    await this.call('standing', [], page);
  }

  call<Name extends keyof Calls>(
    name: Name,
    args: Parameters<Calls[Name]>,
    page = this.page,
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    // As text: a function would be rewritten by whatever compiles this file.
    return page.evaluate(
      `import('${SCRIPT}').then(({ chaos }) => chaos.${name}(...${JSON.stringify(args)}))`,
    );
  }

  /** Throws where the browser has lost all that the app kept in it: what is missing then was not lost by the app. */
  async standing(): Promise<Standing> {
    const standing = await this.call('standing', []);
    this.#databaseMark ??= standing.databaseMark;
    if (standing.databaseMark !== this.#databaseMark)
      throw new Error(`the browser has lost the app's database: ${this.#profile.folder}`);
    return standing;
  }

  /** Until the provider takes the person's session; a provider that counts sign-ins lets them wait. */
  async signIn({ email, password, id }: Member): Promise<void> {
    for (let tries = 0; tries < SIGN_IN_TRIES; tries += 1) {
      const { userId, gate } = await this.standing();
      if (userId === id && gate === 'open') return;
      if (userId !== null && userId !== id) await this.call('signOut', []);
      await this.call('signIn', [email, password]);
      if ((await this.standing()).gate !== 'open')
        await pause(Math.min(LONGEST_BETWEEN_TRIES_MS, 1_000 * (tries + 1)));
    }
    throw new Error('nobody could sign in');
  }

  /** A sign-in that the device has to answer by itself. */
  async signInOffline({ email, password }: Member): Promise<string> {
    await this.call('signOut', []);
    return this.call('signIn', [email, password]);
  }

  /** Until nothing of whoever is here waits any more; what was refused is sent again. */
  async empties(): Promise<void> {
    const giveUpAt = Date.now() + EMPTY_WITHIN_MS;
    for (;;) {
      const { unsent, attention } = await this.standing();
      if (unsent === 0) return;
      if (Date.now() > giveUpAt)
        throw new Error(
          `the queue does not empty: ${unsent} are left, ${JSON.stringify(await this.call('inventory', []))}`,
        );
      if (attention > 0) await this.call('retryRefused', []);
      await pause(POLL_MS);
    }
  }

  async secondTab(): Promise<Page> {
    const page = await this.context.newPage();
    await this.open(page);
    return page;
  }

  jump(by: number): Promise<void> {
    return this.#clock.jump(this.context, by);
  }

  async killTab(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    this.#profile.killRenderers();
    await crashed;
    const dead = this.page;
    this.#page = await this.#pageAfterKill();
    await dead.close();
    await this.open(this.#page);
  }

  /** Chromium may give it a process that was killed with the others, before it has noticed. */
  async #pageAfterKill(tries = 3): Promise<Page> {
    try {
      return await this.context.newPage();
    } catch (error) {
      if (tries === 1) throw error;
      return this.#pageAfterKill(tries - 1);
    }
  }

  async killBrowser(): Promise<void> {
    await this.#profile.kill();
    await this.switchOn();
  }

  /** How many came over; once more after the tab died in the middle. */
  async takesIn(take: () => Promise<number>, diesAfter: number | null): Promise<number> {
    if (diesAfter === null) return take();
    const dies = pause(diesAfter / SLOWER_THAN_TAKING_IN).then(() => 0);
    // What fails before the tab dies has failed by itself.
    const before = await Promise.race([take(), dies]);
    await this.killTab();
    return Math.max(before, await take());
  }

  /** With all that it holds but the copies, which are made a moment after the confirmation (S25); those come back. */
  async loseDatabase(): Promise<void> {
    while (!(await this.call('isCopied', []))) await pause(POLL_MS);
    const receipts = await this.call('copiedReceipts', []);
    await this.#profile.kill();
    this.#profile.loseDatabase();
    this.#databaseMark = null;
    await this.switchOn();
    while ((await this.call('countMissing', [receipts])) > 0) await pause(POLL_MS);
  }

  async destroy(): Promise<void> {
    this.#context = null;
    this.#page = null;
    await this.#profile.destroy();
  }
}

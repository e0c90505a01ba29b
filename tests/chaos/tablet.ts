import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { BrowserProfile } from '#tests/support/browsers/profile.ts';
import { DeviceClock } from './clock.ts';
import type { chaos, TabletStatus } from './page/chaos-page.ts';

type ChaosCalls = typeof chaos;

export const CHAOS_SCRIPT_PATH = '/chaos/page.js';
/**
 * Number of sign-in attempts. With their growing pauses they last longer than five minutes, the period in which the server
 * counts an account's sign-ins. One attempt per second would also reach the limit per address.
 */
const SIGN_IN_TRIES = 45;
const MAX_SIGN_IN_DELAY_MS = 10_000;
/** Longest time in ms until the outbox must be empty; several times as long as Retry-After and the backoff. */
const OUTBOX_EMPTY_TIMEOUT_MS = 240_000;
const POLL_MS = 500;
/** Divisor of the delay before a kill. It is chosen so that most kills happen while the tablet receives the transfer. */
const KILL_DELAY_DIVISOR = 3;

/** Simulated tablet. Its browser profile survives when the browser is killed. */
export class Tablet {
  readonly #profile = new BrowserProfile();
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

  get desk(): ReceptionScreen {
    return new ReceptionScreen(this.page, this.#line.origin);
  }

  async switchOn(): Promise<void> {
    this.#context = await this.#profile.open();
    await this.#clock.follow(this.#context);
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage());
    await this.open(this.#page);
  }

  /** Opens the app's start page and loads the chaos script while the connection still works. */
  async open(page: Page): Promise<void> {
    await page.goto(`${this.#line.origin}/home`, { waitUntil: 'domcontentloaded' });
    await this.call('standing', [], page);
  }

  call<Name extends keyof ChaosCalls>(
    name: Name,
    args: Parameters<ChaosCalls[Name]>,
    page = this.page,
  ): Promise<Awaited<ReturnType<ChaosCalls[Name]>>> {
    // The call is passed as text, because this file's compiler would rewrite a function.
    return page.evaluate(
      `import('${CHAOS_SCRIPT_PATH}').then(({ chaos }) => chaos.${name}(...${JSON.stringify(args)}))`,
    );
  }

  /**
   * Returns the tablet's status.
   * @throws if the browser itself has lost the app's database, because the app is not responsible for that loss
   */
  async readTabletStatus(): Promise<TabletStatus> {
    const standing = await this.call('standing', []);
    this.#databaseMark ??= standing.databaseMark;
    if (standing.databaseMark !== this.#databaseMark)
      throw new Error(`the browser has lost the app's database: ${this.#profile.folder}`);
    return standing;
  }

  /**
   * Repeats the sign-in until the server accepts it. The pauses between the attempts grow, because the server limits the rate
   * of sign-ins.
   */
  async signIn({ email, password, id }: ClinicUser): Promise<void> {
    for (let tries = 0; tries < SIGN_IN_TRIES; tries += 1) {
      const { userId, gate } = await this.readTabletStatus();
      if (userId === id && gate === 'open') return;
      if (userId !== null && userId !== id) await this.call('signOut', []);
      await this.call('signIn', [email, password]);
      if ((await this.readTabletStatus()).gate !== 'open')
        await pause(Math.min(MAX_SIGN_IN_DELAY_MS, 1_000 * (tries + 1)));
    }
    throw new Error('nobody could sign in');
  }

  /** Signs in with the data stored on the device, without the server. */
  async signInOffline({ email, password }: ClinicUser): Promise<string> {
    await this.call('signOut', []);
    return this.call('signIn', [email, password]);
  }

  /** Waits until the current user has no unsent items. Retries rejected items. */
  async waitUntilEmpty(): Promise<void> {
    const giveUpAt = Date.now() + OUTBOX_EMPTY_TIMEOUT_MS;
    for (;;) {
      const { unsent, attention } = await this.readTabletStatus();
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

  /** Opens a page. Retries, because Chromium may assign the new page to a killed process whose end it has not noticed yet. */
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

  /**
   * Receives a transfer and returns the number of entries. Unless `diesAfter` is null, kills the tab after a delay that depends
   * on `diesAfter`, and receives the transfer a second time.
   */
  async receiveOrDie(take: () => Promise<number>, diesAfter: number | null): Promise<number> {
    if (diesAfter === null) return take();
    const dies = pause(diesAfter / KILL_DELAY_DIVISOR).then(() => 0);
    // An error before the kill is a real failure, so it is not caught.
    const before = await Promise.race([take(), dies]);
    await this.killTab();
    return Math.max(before, await take());
  }

  /**
   * Loses the database after the second copies of entries and receipts exist (S25). Then waits until the app has restored the
   * receipts from the copies.
   */
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
